// Answers come when they come.  Whoever asks takes a turn; as soon as another turn is taken, what
// still arrives for the earlier one is dropped, here and nowhere else, so that no sentence is ever
// drawn with the answer to another.

const LATE = Symbol("late");

export class Turns {
  #now = new AbortController();
  busy = false; // an answer is still to come

  // Do work(still, signal), where still(promise) gives an answer only while it is this one's turn.
  async take(work, failed) {
    const { signal } = this.drop();
    this.busy = true;
    const still = (promise) => promise.then(
      (answer) => { if (signal.aborted) throw LATE; return answer; },
      (error) => { throw signal.aborted ? LATE : error; });
    try {
      await work(still, signal);
    } catch (error) {
      if (error === LATE || signal.aborted) return;
      failed(error);
    } finally {
      if (!signal.aborted) this.busy = false;
    }
  }

  // Nobody's turn: whatever arrives is late.
  drop() {
    this.#now.abort();
    this.#now = new AbortController();
    this.busy = false;
    return this.#now;
  }
}
