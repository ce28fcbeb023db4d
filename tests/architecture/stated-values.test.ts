import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statedValues } from '#server/domain/content/stated-values.ts';
import { textsOf } from './read-texts.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** A number, in digits or as a word, with the unit that it counts. */
const stated =
	/(?<![\d.,§-])\b(?:\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|sixty|ninety) (?:more |sliding |failed |random )?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|kB|MB|GB|rows?|guests|pictures|characters|addresses|attempts|files|cards|lists)\b/g;
const statedIn = (text: string) =>
	[...text.matchAll(stated)].map(([found]) => found).filter((found) => !/^1 /.test(found));

const sources = globSync('{app,server,shared}/**/*.{ts,tsx}', { cwd: root }).filter(
	(file) => !/\.test\.|\/routes\/dev\/|\/migrations\/|server\/demo\//.test(file),
);
const articles = globSync('server/domain/content/shipped/{help,pages}/*.md', { cwd: root });
const textsIn = (file: string) => (file.endsWith('.md') ? [read(file)] : textsOf(file, read(file)));

/** Numbers that are no rule of the product, by file, with the reason why they are written out. */
const exceptions: Record<string, { found: string[]; because: string }> = {
	'app/features/analytics/components/arrivals-card.tsx': {
		found: ['6 hours', '12 hours'],
		because: 'the span of the chart, by definition of the figure in the database (foyer functions)',
	},
	'app/features/analytics/components/range-bar.tsx': {
		found: ['7 days', '30 days', '90 days'],
		because: 'keyed by the number itself',
	},
	'app/features/analytics/metric-texts.ts': { found: ['two days'], because: 'an example' },
	'app/features/api-docs/components/webhook-docs.tsx': {
		found: ['15 seconds'],
		because: 'compared below with server/platform/outbound.ts',
	},
	'app/features/check-in/components/live-figures.tsx': {
		found: ['30 days', '30 days'],
		because: 'compared below with the statement',
	},
	'app/features/documents/components/gift-receipt-card.tsx': {
		found: ['5 years', '3 years'],
		because: 'section 63 (5) AO',
	},
	'app/features/events/components/policy/refund-policy-field.tsx': {
		found: ['7 days', '30 days', '30 days'],
		because: 'names of choices, keyed by the number',
	},
	'app/features/gift-cards-admin/components/gift-card-list.tsx': {
		found: ['4 characters'],
		because: 'the groups of a code have four characters',
	},
	'app/features/integrations/components/past-dialog.tsx': { found: ['24 hours'], because: 'a day' },
	'app/features/plans/components/choose-card.tsx': { found: ['12 months'], because: 'a year' },
	'app/lib/refund-policy-hint.tsx': { found: ['7 days', '2 days'], because: 'an example' },
	'app/routes/account/settings-plan.tsx': { found: ['32 days'], because: 'beside the call that passes them' },
	'app/routes/admin/overview.tsx': { found: ['24 hours', '24 hours'], because: 'a day' },
	'app/routes/admin/payments.tsx': {
		found: ['three attempts'],
		because: 'compared below with server/domain/payments/admin-lists.ts',
	},
	'app/routes/public/agreement.tsx': { found: ['32 days'], because: 'beside the call that passes them' },
	'server/domain/accounts/commands/provide-organisation.ts': {
		found: ['200 characters'],
		because: 'beside the comparison',
	},
	'server/domain/content/shipped/help/raise-funds.md': {
		found: ['1,000 rows'],
		because: 'the spreadsheet of HMRC',
	},
	'server/domain/content/shipped/help/refunds-and-requests.md': {
		found: ['7 days', '2 days'],
		because: 'an example',
	},
	'server/domain/content/shipped/help/sell-gift-cards.md': {
		found: ['4 characters'],
		because: 'the groups of a code have four characters',
	},
	'server/domain/content/shipped/pages/privacy.md': {
		found: ['two days', '30 seconds'],
		because: 'a hash lasts for its day and the next; the cookie is compared below',
	},
	'server/domain/content/shipped/pages/terms.md': {
		found: ['30 days'],
		because: 'a promise of the operator, which no program keeps',
	},
	'server/domain/gift-cards/send-day.ts': { found: ['12 months'], because: 'a year, beside the constant' },
	'server/domain/groups/invitations.ts': { found: ['24 hours'], because: 'a day' },
	'server/domain/reports/ready-reports.ts': {
		found: ['30 days'],
		because: 'beside the filter of the same report',
	},
	'server/platform/client-errors.ts': { found: ['16 kB'], because: 'the limit of Node for headers' },
	'shared/contracts/event-creation.ts': {
		found: ['two hours'],
		because: 'compared below with server/domain/events/event-times.ts',
	},
	'shared/contracts/organiser-gift-cards.ts': {
		found: ['four characters'],
		because: 'the groups of a code have four characters',
	},
};
/** Content of templates that organisers begin with and edit. */
const isTheirs = (file: string) => file.startsWith('server/domain/templates/ready/');

test('a number that the product keeps to is taken from its constant, not written into a text again', () => {
	let texts = 0;
	const found = [...sources, ...articles]
		.filter((file) => !isTheirs(file))
		.flatMap((file) => {
			const all = textsIn(file);
			texts += all.length;
			const left = [...(exceptions[file]?.found ?? [])];
			return [
				...all.flatMap(statedIn).flatMap((one) => {
					const at = left.indexOf(one);
					if (at < 0) return [`${file}: “${one}” – a constant of shared/rules belongs here, or an exception`];
					left.splice(at, 1);
					return [];
				}),
				...left.map((one) => `${file}: “${one}” is an exception and not written there`),
			];
		});
	expect(texts).toBeGreaterThan(4_000);
	expect(found).toEqual([]);
	expect(
		Object.keys(exceptions).filter((file) => !sources.includes(file) && !articles.includes(file)),
	).toEqual([]);
});

test.each([
	['server/platform/outbound.ts', 'totalMs = 15_000'],
	['server/domain/check-in/figures/figures.ts', "interval '29 days' AS first_day"],
	['server/domain/payments/admin-lists.ts', 'failingTries = 3'],
	['server/domain/events/event-times.ts', 'lengthMinutes ?? 120'],
	['app/features/orders/place-order-action.ts', 'COOKIE_SECONDS = 30'],
])('%s keeps to what a text says of it', (file, code) => {
	expect(read(file)).toContain(code);
});

test('every number that an article takes from the product has a value', () => {
	const named = articles.flatMap((file) =>
		[...read(file).matchAll(/\{\{([a-z_]+)\}\}/g)].map(([, name = '']) => ({ file, name })),
	);
	const ofOperator = read('server/domain/content/operator.ts');
	expect(named.filter(({ name }) => name in statedValues).length).toBeGreaterThan(50);
	expect(named.filter(({ name }) => !(name in statedValues) && !ofOperator.includes(`${name}:`))).toEqual([]);
});

test('the reader finds a number with its unit, in digits and as a word, and passes by what is filled in', () => {
	const source = [
		't`Held for 15 minutes`; <Trans>Undo within ten minutes</Trans>; t`Kept for $',
		'{HISTORY_DAYS} days`;',
	].join('');
	expect(textsOf('a.tsx', source).flatMap(statedIn)).toEqual(['15 minutes', 'ten minutes']);
	expect(statedIn('up to 10 MB, 20,000 rows, 1 day, article 3.5 days, {{history_days}} days')).toEqual([
		'10 MB',
		'20,000 rows',
	]);
});
