//! A browser without a window, to see a page as a reader does: Chromium, where it is installed.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::Folder;

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
/// Set where a browser has to be there, so that a test without one fails.
const NEEDED: &str = "POLYAD_NEEDS_CHROMIUM";
/// It opens a page in a second or two.
const PATIENCE: Duration = Duration::from_secs(120);

const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    // What the browser asks for itself stays on this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/// The program.
pub(crate) struct Browser(PathBuf);

/// What opening a page did.
#[derive(Debug)]
pub(crate) struct Seen {
    /// The elements, as the browser understood them.
    pub(crate) dom: String,
    /// What scripts, or the browser about the page, wrote to the console.
    pub(crate) console: Vec<String>,
    /// Addresses beyond the page's own file that it asked for.
    pub(crate) requests: Vec<String>,
}

/// The picture of a page.
pub(crate) struct Picture {
    pub(crate) size: (u32, u32),
    /// Red, green and blue, row by row.
    pixels: Vec<[u8; 3]>,
}

impl Browser {
    /// The browser of this machine. Without one the test has nothing to say, and says that.
    pub(crate) fn find() -> Option<Browser> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&path)
            .flat_map(|folder| NAMES.map(|name| folder.join(name)))
            .find(|program| program.is_file());
        if found.is_none() {
            assert!(std::env::var_os(NEEDED).is_none(), "{NEEDED} is set, and none of {NAMES:?} is on PATH");
            eprintln!("skipped: none of {NAMES:?} is on PATH");
        }
        found.map(Browser)
    }

    /// Opens a page of the folder.
    pub(crate) fn open(&self, folder: &Folder, page: &str) -> Seen {
        let log = folder.path("net.json");
        let (dom, err) = self.run(
            folder,
            page,
            &["--dump-dom", "--enable-logging=stderr", &format!("--log-net-log={}", log.display())],
        );
        let console = err.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_owned).collect();
        let requests = requests(&log);
        Seen { dom, console, requests }
    }

    /// Takes a picture of the top of a page of the folder.
    pub(crate) fn picture(&self, folder: &Folder, page: &str, dark: bool) -> Picture {
        let file = folder.path("picture.png");
        let scheme = format!("--blink-settings=preferredColorScheme={}", if dark { 0 } else { 1 });
        let shot = format!("--screenshot={}", file.display());
        self.run(folder, page, &[&scheme, &shot, "--window-size=1280,2000"]);
        Picture::read(&file)
    }

    /// Runs the browser for a page; what it wrote to standard output and standard error.
    fn run(&self, folder: &Folder, page: &str, flags: &[&str]) -> (String, String) {
        let profile = tempfile::tempdir().unwrap();
        let (out, err) = (folder.path("browser.out"), folder.path("browser.err"));
        let mut child = Command::new(&self.0)
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .args(flags)
            .arg(format!("file://{}", folder.path(page).display()))
            .stdin(Stdio::null())
            .stdout(File::create(&out).unwrap())
            .stderr(File::create(&err).unwrap())
            .spawn()
            .unwrap();
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if start.elapsed() > PATIENCE {
                child.kill().unwrap();
                panic!("the browser did not end: {}", std::fs::read_to_string(&err).unwrap());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let read = |path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        (read(&out), read(&err))
    }
}

/// The requests of the page in a log of the network. Those that the browser makes for itself have no origin.
fn requests(log: &Path) -> Vec<String> {
    let log: Value = serde_json::from_reader(BufReader::new(File::open(log).unwrap())).unwrap();
    let start = &log["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"];
    assert!(start.is_number(), "the log has another shape");
    let events = log["events"].as_array().unwrap().iter().filter(|event| event["type"] == *start);
    events
        .filter(|event| event["params"]["initiator"] != "not an origin")
        .filter_map(|event| event["params"]["url"].as_str())
        .filter(|url| !url.starts_with("file:") && !url.starts_with("data:"))
        .map(str::to_owned)
        .collect()
}

impl Picture {
    fn read(path: &Path) -> Picture {
        let mut decoder = png::Decoder::new(BufReader::new(File::open(path).unwrap()));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let channels = info.color_type.samples();
        assert!(channels >= 3, "{:?}", info.color_type);
        let pixels = bytes.chunks_exact(channels).map(|p| [p[0], p[1], p[2]]).collect();
        Picture { size: (info.width, info.height), pixels }
    }

    /// How often each colour is there.
    fn colours(&self) -> HashMap<[u8; 3], usize> {
        let mut counts = HashMap::new();
        self.pixels.iter().for_each(|pixel| *counts.entry(*pixel).or_default() += 1);
        counts
    }

    /// The colour of most pixels.
    pub(crate) fn background(&self) -> [u8; 3] {
        self.colours().into_iter().max_by_key(|(_, n)| *n).unwrap().0
    }

    /// How many colours there are.
    pub(crate) fn distinct(&self) -> usize {
        self.colours().len()
    }

    /// The share of pixels that are no background.
    pub(crate) fn drawn(&self) -> f64 {
        let background = self.background();
        self.pixels.iter().filter(|pixel| **pixel != background).count() as f64 / self.pixels.len() as f64
    }
}
