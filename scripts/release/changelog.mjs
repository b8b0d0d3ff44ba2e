// How a changeset becomes an entry of a change log. Read by changesets (`.changeset/config.json`).
// An entry has no hash of a commit, which says nothing to a user. What changed in a dependency
// stands in the change log of that dependency; `plan.mjs` adds an entry where nothing else changed.

/** The text of a changeset as an item of a list; further paragraphs belong to the same item. */
export function getReleaseLine({ summary }) {
  const [first, ...others] = summary.trim().split('\n');
  return [`- ${first}`, ...others.map((line) => (line === '' ? '' : `  ${line}`))].join('\n');
}

/** No entry for what changed in dependencies. */
export function getDependencyReleaseLine() {
  return '';
}
