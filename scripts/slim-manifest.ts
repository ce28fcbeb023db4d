import { readFile, writeFile } from 'node:fs/promises';
import { findManifest, readManifest, slimManifest } from './route-files.ts';

/**
 * Writes the browser's table of routes shorter: every page loads all of it. What each page loads anyway is left out of the
 * routes' lists, the files stand once and are named by number, and flags that are not set are not told. Runs after the
 * build, before files are compressed.
 */
const file = await findManifest();
const before = await readFile(file, 'utf8');
const after = slimManifest(readManifest(before));
await writeFile(file, after);
console.log(`table of routes: ${before.length} characters to ${after.length}`);
