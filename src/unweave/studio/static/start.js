// The start page of an empty project: open files, open a URL, or try the sample project.

import { OpenForms } from "./dialogs.js";
import { store } from "./store.js";
import { html } from "./vendor/htm-preact.js";

export function StartPage({ state }) {
  return html`<main class="start">
    <div class="start-card">
      <h1>Click what you want. Get it from every page.</h1>
      <p>Open a saved web page and click one value. Everything like it is marked. Correct what is wrong with one more click, then export the rule or run it on a folder.</p>
      <${OpenForms} state=${state} isStart=${true} />
      <div class="sample">
        <button class="main" id="sample" onClick=${() => store.quietly(() => store.sample())}>Try the sample project</button>
        <span class="quiet">A small shop, three steps.</span>
      </div>
    </div>
  </main>`;
}
