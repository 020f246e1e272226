// Going from step to step: by buttons, by keys, and by itself.

import { notice } from "./dom.js";

const PACE = 900; // milliseconds

// Whoever walks has: ready (there is a derivation), at (a step, or null for the whole), last, reach
// (the furthest step that one may go to), open (a question is to be answered first), go(at), fold(),
// ask(), draw(), and own(event) for keys of its own.
export class Walk {
  timer = null;

  get here() {
    return Math.min(this.at ?? this.last, this.last);
  }

  // Is there a step to go on to?
  get more() {
    return this.here < this.reach;
  }

  forward() {
    if (this.at === null) this.go(0);
    else if (this.more) this.further();
    else if (this.open) notice("Answer first, or show the answer");
  }

  further() {
    this.go(this.here + 1);
  }

  back() {
    if (this.at !== null) this.go(this.at - 1);
  }

  play() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.at === null || !this.more) this.go(0);
    this.timer = setInterval(() => {
      if (this.element.isConnected && this.more) this.further();
      else this.stop();
    }, PACE);
    this.draw();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.draw();
  }

  keys(event) {
    if (!this.ready && event.key !== "f") return false; // only the tree is there
    const done = {
      ArrowRight: () => this.forward(),
      ArrowLeft: () => this.back(),
      Home: () => this.go(0),
      End: () => this.go(this.reach),
      " ": () => this.play(),
      w: () => this.go(this.at === null ? 0 : null),
      f: () => this.fold(),
      q: () => this.ask(),
    }[event.key];
    if (!done) return this.own(event);
    done();
    return true;
  }
}
