// The connection to the server: requests with the token, and a queue of events that survives a lost connection.
//
// Events are sent one after the other, each with an id of its own. An event that got no answer stays in the queue and is
// sent again with the same id, so it arrives once. An event that is `stale` is sent again after the delta was applied.

const TOKEN = "unweave-studio-token";
const RETRY_MS = 1000;

/** An error that the server has described, or a lost connection (code "offline"). */
export class Problem extends Error {
  constructor({ code, message, hint = "" }, answer = {}) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.answer = answer;
  }

  get isLost() {
    return this.code === "offline" || this.code === "no_token";
  }
}

/** Moves the token from the address to the session's storage; true if there was one. */
export function takeToken() {
  const match = /^#t=(.+)$/.exec(location.hash);
  if (!match) return false;
  sessionStorage.setItem(TOKEN, decodeURIComponent(match[1]));
  history.replaceState(null, "", location.pathname);
  return true;
}

/** The answer to a request, as data; a Problem where there is none. */
export async function request(method, path, data, signal) {
  const headers = { "X-Studio-Token": sessionStorage.getItem(TOKEN) || "" };
  const options = { method, headers, cache: "no-store", signal };
  if (data || ["POST", "PUT", "PATCH"].includes(method)) {
    headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(data || {});
  }
  let response;
  let answer;
  try {
    response = await fetch(`/api${path}`, options);
    answer = await response.json();
  } catch {
    if (signal?.aborted) throw new Problem({ code: "aborted", message: "The request is not needed any more." });
    throw new Problem({ code: "offline", message: "The studio's server does not answer." });
  }
  if (!response.ok) {
    throw new Problem(answer.error || { code: "internal", message: `status ${response.status}` }, answer);
  }
  return answer;
}

export const get = (path) => request("GET", path);
export const post = (path, data) => request("POST", path, data);

const session = Math.random().toString(36).slice(2, 10);
let made = 0;

/** Events that wait for their answer, sent in order. */
export class EventQueue {
  /**
   * @param {object} owner has `seq()`, `pages()`, `applied(delta, event)`, `failed(problem, event)`, `changed()`
   */
  constructor(owner) {
    this.owner = owner;
    this.waiting = [];
    this.isSending = false;
    this.lost = null;
    this.timer = 0;
  }

  /** Adds an event; the promise is true once the server has it, false if it was refused. */
  add(path, members) {
    made += 1;
    const event = { path, members: { ...members, id: `${session}-${made}` } };
    const done = new Promise((resolve) => {
      event.resolve = resolve;
    });
    this.waiting.push(event);
    this.owner.changed();
    this.send();
    return done;
  }

  /** Sends what waits, until nothing does or the connection is lost. */
  async send() {
    if (this.isSending) return;
    this.isSending = true;
    clearTimeout(this.timer);
    try {
      while (this.waiting.length) {
        const event = this.waiting[0];
        let ok = false;
        try {
          const answer = await this._sent(event);
          this.lost = null;
          this.waiting.shift();
          this.owner.applied(answer.delta || answer, event.members);
          ok = true;
        } catch (problem) {
          if (!(problem instanceof Problem)) throw problem;
          if (problem.isLost) {
            this.reportLost(problem);
            return;
          }
          this.waiting.shift();
          this.owner.failed(problem, event.members);
        }
        event.resolve(ok);
        this.owner.changed();
      }
    } finally {
      this.isSending = false;
    }
  }

  async _sent(event) {
    for (let tries = 0; ; tries += 1) {
      try {
        const sent = { ...event.members, seq: this.owner.seq(), pages: this.owner.pages(), draft: true };
        return await request(event.method || "POST", event.path, sent);
      } catch (problem) {
        if (problem.code !== "stale" || tries > 5) throw problem;
        this.owner.applied(problem.answer.error?.delta || problem.answer.delta, null);
      }
    }
  }

  /** Remembers that the connection is lost, and tries again soon. */
  reportLost(problem) {
    this.lost = problem;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tryAgain(), RETRY_MS);
    this.owner.changed();
  }

  async tryAgain() {
    try {
      await get("/project");
    } catch (problem) {
      if (problem.isLost) {
        this.reportLost(problem);
        return;
      }
    }
    this.lost = null;
    this.owner.changed();
    this.owner.found();
    this.send();
  }
}
