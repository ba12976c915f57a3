//! Writes the seeds of all fuzz targets into `fuzz/seeds`.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    for target in fuzzing::TARGETS {
        let folder = folder.join(target.name);
        std::fs::create_dir_all(&folder)?;
        let seeds = (target.seeds)();
        for (number, seed) in seeds.iter().enumerate() {
            assert!((target.run)(seed), "{} refuses its own seed {number}", target.name);
            std::fs::write(folder.join(format!("{number:03}")), seed)?;
        }
        println!(
            "{}: {} seeds, {} bytes",
            target.name,
            seeds.len(),
            seeds.iter().map(Vec::len).sum::<usize>()
        );
    }
    Ok(())
}
