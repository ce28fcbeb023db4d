import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync } from 'node:zlib';

interface Entry {
	module: string;
	imports: string[];
	css: string[];
}

/** The table of routes that React Router's build writes for the browser. */
export interface Manifest {
	entry: Entry;
	routes: Record<string, Entry & { id: string; parentId?: string }>;
	url: string;
}

/** Where the files of the built client lie. */
export const clientDirectory = join(import.meta.dirname, '..', 'build', 'client');

/** The path of the built table of routes. */
export async function findManifest(): Promise<string> {
	const directory = join(clientDirectory, 'assets');
	const name = (await readdir(directory)).find((file) => /^manifest-\w+\.js$/.test(file));
	return join(directory, String(name));
}

/** Reads the script that sets the table, as a browser would. */
export function readManifest(script: string): Manifest {
	const window: { __reactRouterManifest?: Manifest } = {};
	runInNewContext(script, { window });
	if (!window.__reactRouterManifest) throw new Error('The table of routes sets nothing.');
	return window.__reactRouterManifest;
}

/** The built files that each route makes a browser load on a first visit, those of the layouts around it included. */
export async function listRouteFiles(): Promise<Map<string, Set<string>>> {
	const manifest = readManifest(await readFile(await findManifest(), 'utf8'));
	return new Map(Object.keys(manifest.routes).map((id) => [id, filesOf(manifest, id)]));
}

function filesOf(manifest: Manifest, id: string): Set<string> {
	const files = new Set([manifest.url, manifest.entry.module, ...manifest.entry.imports]);
	for (let at = manifest.routes[id]; at; at = at.parentId ? manifest.routes[at.parentId] : undefined) {
		for (const file of [at.module, ...(at.imports ?? []), ...(at.css ?? [])]) files.add(file);
	}
	return files;
}

/** Bytes (brotli) that a route's script may have beside the framework's: pages that strangers open first, an event or gift cards with their form, what people manage by a link, all others. */
export const budgets = { public: 26_700, event: 30_000, managed: 33_000, others: 52_200 };

const EVENT = /^(?:routes\/public\/(?:event|gift-cards)|event|register|event-at-root)$/;
/** The checkout, tickets, a supporter's page and gift cards that were bought. */
const MANAGED =
	/^routes\/public\/(?:my-ticket|held-ticket|ticket-transfer|group|claim|event-dates|waitlist-join|waitlist-entry|checkout-order|supporter-page|supporter-poster|agreement|gift-card-purchase)$/;

/** What one route costs on a first visit, in bytes as the server sends them (brotli). */
export interface RouteWeight {
	route: string;
	script: number;
	/** Of the script, what is not the framework's. */
	ours: number;
	/** What `ours` may be at most. */
	budget: number;
	style: number;
}

const sizes = new Map<string, number>();

/** Bytes of a built file as the server sends it (brotli). @param file its path on the site */
export async function sizeOf(file: string): Promise<number> {
	const known = sizes.get(file) ?? brotliCompressSync(await readFile(join(clientDirectory, file))).byteLength;
	sizes.set(file, known);
	return known;
}

/** The weight of each route, lightest first. */
export async function listRouteWeights(): Promise<RouteWeight[]> {
	const manifest = readManifest(await readFile(await findManifest(), 'utf8'));
	const rows: RouteWeight[] = [];
	for (const [route, files] of await listRouteFiles()) {
		const row = { route, script: 0, ours: 0, budget: budgets[groupOf(manifest, route)], style: 0 };
		for (const file of files) {
			const size = await sizeOf(file);
			row[file.endsWith('.css') ? 'style' : 'script'] += size;
			if (file.endsWith('.js') && !isOfFramework(file)) row.ours += size;
		}
		rows.push(row);
	}
	return rows.sort((a, b) => a.script - b.script);
}

/**
 * Whether a built file is the framework's: React, the router and Lingui as published (scripts/vite/shared-chunks.ts), and the table of
 * all routes that the router's build writes.
 */
export function isOfFramework(file: string): boolean {
	return /\/(?:framework|manifest)-[\w-]+\.js$/.test(file);
}

/** Pages that strangers open stand in no layout: app/routes.ts. */
function groupOf({ routes }: Manifest, id: string): keyof typeof budgets {
	if (EVENT.test(id)) return 'event';
	if (MANAGED.test(id)) return 'managed';
	return !id.startsWith('shell/') && ['root', undefined].includes(routes[id]?.parentId) ? 'public' : 'others';
}
