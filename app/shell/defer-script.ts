import type { EarlyInput } from './replay-early-input.ts';

/** The files of a page's script. */
export interface PageScript {
	/** What the others import: the framework first, then what the page's routes share. */
	imports: string[];
	/** The router's table of all routes. */
	manifest: string;
	/** The files of the page's own routes, by id, outermost first. */
	routes: [id: string, files: string[]][];
	/** What starts React. */
	entry: string;
}

/**
 * Runs in the head of every public page: fetches the page's script once it is painted and its pictures are there, or at once when
 * somebody touches the page or is signed in, and holds until React listens what only script can answer (app/shell/hydration.ts).
 * The server writes this function into the page as its own text, so it uses nothing but its arguments and the browser.
 * @param load `import()`, as text of the page
 */
export function deferScript(script: PageScript, load: (file: string) => Promise<object>): void {
	// A page whose pictures never arrive gets its script after this, counted from its head.
	const latestMs = 4_000;
	// The frame with the pictures is on the screen only some time after it was requested.
	const restMs = 100;
	const held: { kind: EarlyInput['kind']; target: HTMLElement }[] = [];
	const kinds = ['click', 'input', 'submit'] as const;
	let isStarted = false;

	// Files that are requested or run in one go block the page for as long as all of them take.
	const pause = () => new Promise((resolve) => setTimeout(resolve));

	async function run() {
		try {
			await load(script.manifest);
			for (const file of script.imports) {
				await pause();
				await load(file);
			}
			await pause();
			const modules = await Promise.all(script.routes.map(([, files]) => Promise.all(files.map(load))));
			const routes = script.routes.map(([id], index) => [id, Object.assign({}, ...modules[index]!)]);
			Object.assign(window, { __reactRouterRouteModules: Object.fromEntries(routes) });
			await pause();
			await load(script.entry);
		} catch (error) {
			// The next touch tries again.
			isStarted = false;
			throw error;
		}
	}
	async function fetchAll() {
		const routeFiles = script.routes.flatMap(([, files]) => files);
		for (const href of [script.manifest, ...script.imports, ...routeFiles, script.entry]) {
			const link = document.createElement('link');
			document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
			await pause();
		}
	}
	function start() {
		if (isStarted) return;
		isStarted = true;
		void fetchAll();
		if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run);
		else void run();
	}
	function startAfterFrame() {
		requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, restMs)));
	}
	function startAfterPaint() {
		const type = 'largest-contentful-paint';
		if (!window.PerformanceObserver?.supportedEntryTypes.includes(type)) return startAfterFrame();
		const observer = new PerformanceObserver(() => {
			observer.disconnect();
			startAfterFrame();
		});
		observer.observe({ type, buffered: true });
	}
	function hold(event: Event) {
		const kind = event.type as EarlyInput['kind'];
		let target = event.target as HTMLElement | null;
		// A button that only script can answer, a field that was filled in, a form that has no button to send it or that only script sends.
		if (kind === 'click')
			target = (target as HTMLElement).closest(
				'button[type=button]:not([popovertarget],[commandfor],[aria-disabled=true])',
			);
		else if (kind === 'submit') {
			const form = target as HTMLElement;
			if (form.querySelector('[type=submit]') && !form.matches('.needs-script')) return;
			event.preventDefault();
		}
		if (!target || held.some((one) => one.kind === kind && one.target === target)) return;
		if (kind === 'click') target.dataset.held = '';
		held.push({ kind, target });
	}

	for (const kind of kinds) window.addEventListener(kind, hold, true);
	window.foyerEarly = () => {
		for (const kind of kinds) window.removeEventListener(kind, hold, true);
		return held.map(({ kind, target }) => {
			const { value, checked } = target as HTMLInputElement;
			return { kind, target, value, isChecked: checked };
		});
	};
	for (const sign of ['pointerdown', 'keydown'])
		window.addEventListener(sign, start, { capture: true, passive: true });
	if (document.documentElement.dataset.session) start();
	else {
		window.addEventListener('load', startAfterPaint);
		setTimeout(start, latestMs);
	}
}
