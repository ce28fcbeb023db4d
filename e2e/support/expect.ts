import { expect as playwrights } from '@playwright/test';

/** Matchers of a page that wait, with the place of their options among what they are given. */
const waiting = {
	toBeVisible: 0,
	toBeHidden: 0,
	toBeFocused: 0,
	toBeChecked: 0,
	toHaveText: 1,
	toContainText: 1,
	toHaveCount: 1,
	toHaveValue: 1,
	toHaveURL: 1,
} as const;
type Name = keyof typeof waiting;
type Matchers = Record<Name, (...given: unknown[]) => Promise<void>>;

/** With at most this time a matcher asks again each 100 ms; with more it soon asks each 500 ms, and sleeps over the answer. */
const briskMs = 2_400;

/** Playwright's own matcher, which asks often at first, and after that for as long as it always does. */
function brisk(name: Name) {
	return async function (this: { isNot: boolean }, actual: unknown, ...given: unknown[]) {
		const ask = (...values: unknown[]) => {
			const all = playwrights(actual) as unknown as Matchers & { not: Matchers };
			return (this.isNot ? all.not : all)[name](...values);
		};
		const before = given.slice(0, waiting[name]);
		const options = (given[waiting[name]] ?? {}) as { timeout?: number };
		const isSeen =
			options.timeout === undefined &&
			(await ask(...before, { ...options, timeout: briskMs }).then(
				() => true,
				() => false,
			));
		if (!isSeen) await ask(...before, options);
		return { pass: !this.isNot, message: () => name };
	};
}

/** Playwright's `expect`, whose matchers of a page notice at once what takes less than some seconds. */
export const expect = playwrights.extend(
	Object.fromEntries((Object.keys(waiting) as Name[]).map((name) => [name, brisk(name)])),
) as typeof playwrights;
