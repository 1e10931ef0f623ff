/** Short sounds of a contest, made here: nothing is loaded. */
import type { News } from "./news";

/** Frequencies in hertz, one after the other. */
const TUNES: Readonly<Record<News["what"], readonly number[]>> = {
  called: [523, 659, 784],
  seated: [659, 988],
  last_circle: [784, 784, 784],
  over: [784, 659, 523],
  announced: [880],
};
const EACH = 0.22;
const LOUD = 0.16;

let context: AudioContext | null = null;

/** A browser that lets no page sound before it was touched stays silent until then. */
export function sound(what: News["what"]): void {
  const on = (context ??= new AudioContext());
  void on.resume();
  const { currentTime } = on;
  TUNES[what].forEach((frequency, place) => tone(on, frequency, currentTime + place * EACH));
}

function tone(on: AudioContext, frequency: number, at: number): void {
  const [voice, volume] = [on.createOscillator(), on.createGain()];
  voice.type = "triangle";
  voice.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUD, at + EACH / 10);
  volume.gain.exponentialRampToValueAtTime(LOUD / 100, at + EACH);
  voice.connect(volume).connect(on.destination);
  voice.start(at);
  voice.stop(at + EACH);
}
