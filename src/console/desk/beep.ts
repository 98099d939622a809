const HERTZ = 220;
const SECONDS = 0.25;
const LOUDNESS = 0.2;

/** Sounds a short low tone: what was scanned is not known. Silent where the browser has no sound. */
export function beep(): void {
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "square";
    tone.frequency.value = HERTZ;
    volume.gain.value = LOUDNESS;
    tone.connect(volume).connect(audio.destination);
    tone.addEventListener("ended", () => void audio.close());
    tone.start();
    tone.stop(audio.currentTime + SECONDS);
  } catch {
    // The message beside the field says it, too.
  }
}
