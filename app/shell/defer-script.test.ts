import { createContext, runInContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferScript } from './defer-script.ts';

/** What the function uses of a browser, so that it is run as a page runs it: from its text, and nothing else. */
class Page extends EventTarget {
	readonly documentElement = { dataset: {} as Record<string, string> };
	readyState = 'complete';
	readonly links: string[] = [];
	readonly head = { append: ({ href }: { href: string }) => this.links.push(href) };
	readonly loaded: string[] = [];
	readonly window = new EventTarget() as EventTarget & {
		foyerEarly(): { kind: string; target: object; value: unknown }[];
		__reactRouterRouteModules: object;
	};

	createElement() {
		return {};
	}

	open(): this {
		const globals = {
			document: this,
			window: this.window,
			setTimeout,
			requestAnimationFrame: (work: () => void) => setTimeout(work, 16),
			load: async (file: string) => {
				this.loaded.push(file);
				return { [file]: true };
			},
		};
		const plan = {
			imports: ['/react.js', '/shared.js'],
			manifest: '/manifest.js',
			routes: [
				['root', ['/root.js']],
				['event', ['/loader.js', '/event.js']],
			],
			entry: '/entry.js',
		};
		runInContext(`(${deferScript})(${JSON.stringify(plan)}, load)`, createContext(globals));
		return this;
	}

	/** An event of a child of the page: Node's own targets have no parents. */
	fire(type: string, target: object = {}): Event {
		const event = new Event(type, { cancelable: true });
		Object.defineProperty(event, 'target', { value: target });
		this.window.dispatchEvent(event);
		return event;
	}
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const all = ['/manifest.js', '/react.js', '/shared.js', '/root.js', '/loader.js', '/event.js', '/entry.js'];

test('a page fetches its script once it is loaded and painted, the table of routes first and React last', async () => {
	const page = new Page().open();
	await vi.advanceTimersByTimeAsync(1_000);
	expect([page.links, page.loaded]).toEqual([[], []]);
	page.fire('load');
	await vi.advanceTimersByTimeAsync(200);
	expect(page.links).toEqual(all);
	expect(page.loaded).toEqual(all);
	expect(page.window.__reactRouterRouteModules).toEqual({
		root: { '/root.js': true },
		event: { '/loader.js': true, '/event.js': true },
	});
	page.fire('pointerdown');
	await vi.advanceTimersByTimeAsync(10_000);
	expect(page.loaded).toEqual(all);
});

test('a touch, a key, a session, or pictures that never arrive fetch it too', async () => {
	for (const sign of ['pointerdown', 'keydown']) {
		const page = new Page().open();
		page.fire(sign);
		await vi.advanceTimersByTimeAsync(10);
		expect(page.loaded, sign).toEqual(all);
	}
	const signedIn = new Page();
	signedIn.documentElement.dataset.session = 'user';
	signedIn.open();
	const waiting = new Page().open();
	await vi.advanceTimersByTimeAsync(10);
	expect(signedIn.loaded).toEqual(all);
	expect(waiting.loaded).toEqual([]);
	await vi.advanceTimersByTimeAsync(4_010);
	expect(waiting.loaded).toEqual(all);
});

test('what only script can answer is held once each, until React listens', () => {
	const page = new Page().open();
	const button = { dataset: {} as Record<string, string>, closest: () => button };
	const field = { value: 'Ada', checked: false };
	page.fire('click', button);
	page.fire('click', button);
	page.fire('click', { closest: () => null });
	page.fire('input', field);
	const sendsItself = page.fire('submit', { querySelector: () => ({}), matches: () => false });
	const form = { querySelector: () => null };
	const hasNoButton = page.fire('submit', form);
	const named = { querySelector: () => ({}), matches: (selector: string) => selector === '.needs-script' };
	const needsScript = page.fire('submit', named);
	expect([sendsItself, hasNoButton, needsScript].map((event) => event.defaultPrevented)).toEqual([
		false,
		true,
		true,
	]);
	expect(button.dataset.held).toBe('');
	const early = page.window.foyerEarly();
	expect(early.map(({ kind }) => kind)).toEqual(['click', 'input', 'submit', 'submit']);
	expect(early.map(({ target }) => target)).toEqual([button, field, form, named]);
	expect(early[1]?.value).toBe('Ada');
	page.fire('input', { value: 'later' });
	expect(page.window.foyerEarly()).toHaveLength(4);
});
