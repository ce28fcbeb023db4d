/**
 * The one door to zod. In a browser zod would probe `new Function` to see whether it may compile
 * schemas, which the content security policy reports as a violation; `jitless` turns the probe off.
 * It must be set before the first schema is made, so every schema imports `z` from here and never
 * from 'zod' itself. It is written where zod keeps its settings, not by `z.config`, so that a page
 * which names a contract but no schema carries nothing of zod.
 */
import * as z from 'zod';

// `self` is a browser's window and its workers; Node has none.
if ('self' in globalThis) {
	const settings = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
	settings.__zod_globalConfig = Object.assign(settings.__zod_globalConfig ?? {}, { jitless: true });
}

export { z };
