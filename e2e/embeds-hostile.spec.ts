import type { Page } from '@playwright/test';
import { test } from './support/foreign-site.ts';
import { expect } from './support/test.ts';

/** Elements on pages that mean harm, or that are only badly made. */

/** Every address that elements made: of links, pictures and what is fetched. */
const addressesOf = (page: Page) =>
	page.evaluate(() => {
		const found: string[] = [];
		const walk = (root: Document | ShadowRoot) => {
			for (const one of root.querySelectorAll('*')) {
				if (root !== document)
					for (const name of ['href', 'src', 'action', 'formaction']) {
						const value = one.getAttribute(name);
						if (value !== null) found.push(value);
					}
				if (one.shadowRoot) walk(one.shadowRoot);
			}
		};
		walk(document);
		return found;
	});

test('whatever the attributes say, nothing but the public pages of the instance is asked for or linked to', async ({
	page,
	site,
	instance,
	faults,
}) => {
	faults.allow(/404|400|414|431|403|Failed to load/);
	const values = [
		...[
			'../../x?y',
			'javascript:alert(1)',
			'https://evil.example/',
			'//evil.example',
			'..',
			'.',
			'%2e%2e',
			'%',
		],
		...[
			'\\\\evil.example',
			'?x#y',
			'&quot;&gt;&lt;img src=x onerror=window.harmed=1&gt;',
			'a&#10;b',
			'__proto__',
		],
		...['\u202e', '\ud83d\ude00', '&#xD800;', 'x'.repeat(2_000)],
	];
	const asked: string[] = [];
	page.on('request', (request) => {
		if (request.resourceType() === 'fetch') asked.push(request.url());
	});
	for (const opens of ['panel', 'tab']) {
		const accent = opens === 'tab' ? 'red;}*{display:none' : '#12345';
		const elements = values.map(
			(value) => `<foyer-event event="${value}" accent="${accent}" theme="${value}"></foyer-event>
			<foyer-button event="${value}" opens="${opens}" accent="url(//evil.example)"></foyer-button>
			<foyer-events organiser="${value}" category="${value}" view="${value}" limit="${value}" theme="__proto__"></foyer-events>
			<foyer-events organiser="${value}" view="month" limit="1e99"></foyer-events>`,
		);
		await page.goto(site.page(elements.join('')), { waitUntil: 'networkidle' });
		await expect(page.locator('foyer-event').first()).toContainText('');
		const addresses = await addressesOf(page);
		expect(addresses.length).toBeGreaterThan(values.length);
		for (const address of addresses) {
			expect(new URL(address).origin, address).toBe(instance.url);
			expect(new URL(address).pathname, address).toMatch(
				/^\/(?:events\/[^/]*|organisers\/[^/]*|covers\/.*)?$/,
			);
		}
		expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
		expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1') as Element).display)).toBe(
			'block',
		);
	}
	expect(asked.length).toBeGreaterThan(10);
	for (const address of asked) {
		const { origin, pathname } = new URL(address);
		expect(origin).toBe(instance.url);
		expect(pathname, address).toMatch(/^\/api\/(?:embed\/events\/[^/]+|events)$/);
	}
});

test('a button of an event that is gone asks once', async ({ page, site, faults, instance }) => {
	faults.allow(/404/);
	let asked = 0;
	page.on('request', (request) => {
		if (request.url().startsWith(`${instance.url}/api/`)) asked += 1;
	});
	await page.goto(site.page('<foyer-button event="no-such-event"></foyer-button>'), {
		waitUntil: 'networkidle',
	});
	const button = page.getByRole('button', { name: 'Register' });
	await expect(button).toBeVisible();
	await page.evaluate(() => document.querySelector('foyer-button')?.append(' '));
	await page.evaluate(
		() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
	);
	await page.setViewportSize({ width: 700, height: 500 });
	expect(asked).toBe(1);
});

test('an answer that is hostile is text, and its addresses lead to the web', async ({
	page,
	event,
	site,
	faults,
}) => {
	faults.allow(/Failed to load|404|Content Security Policy/);
	const markup = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>';
	await page.route('**/api/embed/events/**', async (route) => {
		const answer = await (await route.fetch()).json();
		const json = {
			...answer,
			...{ title: markup, venueName: markup, city: markup, statusMessage: markup, summary: markup },
			organiser: { ...answer.organiser, name: markup, slug: '../../javascript:alert(1)' },
			...{
				slug: '../..?x',
				state: 'elsewhere',
				externalUrl: 'javascript:window.harmed=1',
				themeHue: '1;}*{}',
			},
			cover: {
				...answer.cover,
				url: 'javascript:window.harmed=1',
				srcSet: 'javascript:1 1x, data:x 2x',
				alt: markup,
			},
		};
		await route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } });
	});
	await page.goto(site.page(`<foyer-event event="${event.slug}"></foyer-event>`));
	await expect(page.locator('foyer-event').getByRole('heading', { level: 2 })).toContainText('<script>');
	const links = page.locator('foyer-event a');
	for (const link of await links.all()) expect(await link.getAttribute('href')).toMatch(/^https?:/);
	expect(await page.locator('foyer-event').locator('img[onerror], script').count()).toBe(0);
	expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
});

test('inside a form of the page, Enter submits the form of the element alone, and the page sends none of its fields', async ({
	page,
	event,
	site,
	freshEmail,
}) => {
	await page.goto(
		site.page(
			`<form action="/stolen"><input name="own" value="1"><foyer-event event="${event.slug}"></foyer-event>
			<foyer-button event="${event.slug}">Come</foyer-button></form>`,
			`addEventListener('submit', (submitted) => { submitted.preventDefault(); window.submitted = true; });
			window.fieldsOf = () => [...new FormData(document.forms[0])].map(([name]) => name);`,
		),
	);
	const element = page.locator('foyer-event');
	await element.getByLabel('Name', { exact: true }).fill('Vera');
	await element.getByLabel('Email', { exact: true }).fill(freshEmail('vera'));
	const fields = () => page.evaluate(() => (window as unknown as { fieldsOf(): string[] }).fieldsOf());
	expect(await fields()).toEqual(['own']);
	await page.getByRole('button', { name: 'Come' }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	await page.keyboard.press('Escape');
	await element.getByLabel('Email', { exact: true }).press('Enter');
	await expect(element.getByRole('heading', { name: /registered/ })).toBeVisible();
	expect(await page.evaluate(() => 'submitted' in window)).toBe(false);
});

/** Not malicious: libraries of old that add to what everything inherits, and a script that replaces what it should not. */
const CARELESS = `
Array.prototype.last = function () { return this[this.length - 1]; };
Object.prototype.extend = function () {};
String.prototype.trim = function () { return this.replace(/^\\s+|\\s+$/g, ''); };
Array.from = (list, each = (one) => one) => { const made = []; for (let n = 0; n < list.length; n++) made.push(each(list[n], n)); return made; };
Element.prototype.remove = function () { this.parentNode && this.parentNode.removeChild(this); };
customElements.define('foyer-button', class extends HTMLElement {});
`;

test('prototypes that a page has added to, styles that hide everything, an element defined twice: guests register', async ({
	page,
	event,
	site,
	freshEmail,
}) => {
	await page.goto(
		site.page(
			`<foyer-event event="${event.slug}"></foyer-event><foyer-button event="${event.slug}">Come</foyer-button>`,
			`${CARELESS}
			const sheet = new CSSStyleSheet();
			sheet.replaceSync('main * * { display: none !important } input, button, label { display: none !important; opacity: 0 !important } * { color: red !important; font-size: 1px !important }');
			document.adoptedStyleSheets = [sheet];`,
		),
	);
	const element = page.locator('foyer-event');
	await element.getByLabel('Name', { exact: true }).fill('Vera');
	await element.getByLabel('Email', { exact: true }).fill(freshEmail('vera'));
	await element.getByLabel('Email', { exact: true }).press('Enter');
	await expect(element.getByRole('heading', { name: /registered/ })).toBeVisible();
});
