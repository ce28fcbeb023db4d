import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The journeys (`e2e/NAME.spec.ts`) through each folder of app/features and server/domain. */
export const journeysOf: Record<string, string[]> = {
	accounts: ['accounts', 'settings', 'shell'],
	admin: ['administration'],
	analytics: ['analytics'],
	'api-docs': ['developer-portal'],
	attendees: ['main-job', 'import-guests', 'organiser-events', 'move-guests'],
	'check-in': [
		...[
			'door-conflicts',
			'door-entrance',
			'door-first-screen',
			'door-keeping',
			'door-leaving',
			'door-offline',
		],
		...['door-places', 'door-questions', 'door-sales', 'door-sales-offline', 'door-screen', 'door-store'],
		...['group-door', 'main-job'],
	],
	codes: ['codes', 'code-purchase'],
	content: ['administration', 'event-page'],
	'content-editing': ['administration'],
	developer: ['developer-portal'],
	documents: ['documents', 'gift-receipts'],
	'door-sales': ['door-sales', 'door-sales-admin', 'door-sales-offline'],
	embeds: ['embed-snippets', 'embeds', 'embeds-hostile', 'oembed'],
	'error-log': ['administration', 'faults'],
	events: [
		...['custom-event', 'event-changes', 'event-overview', 'event-page', 'event-review', 'event-workspace'],
		...['find-events', 'first-touch', 'main-job', 'organiser-events', 'pictures', 'refund-rules', 'series'],
		'series-page',
	],
	feedback: ['feedback'],
	fundraisers: [
		'fundraiser',
		'fundraiser-live',
		'fundraiser-organiser',
		'gift-aid',
		'offline-donations',
		'supporters',
	],
	'gift-cards': ['gift-cards', 'gift-cards-admin'],
	'gift-cards-admin': ['gift-cards-admin'],
	groups: ['groups', 'group-door'],
	'guest-import': ['import-guests'],
	integrations: ['integrations'],
	'mailing-lists': ['mailing-lists'],
	landing: ['first-touch', 'shell'],
	ledger: ['money'],
	messages: ['messages'],
	money: ['money', 'documents'],
	notices: ['settings'],
	notifications: ['accounts', 'settings', 'my-ticket'],
	orders: [
		'approval',
		'buyer-cancels',
		'card-fields',
		'change-tickets',
		'checkout',
		'code-purchase',
		'fair-value',
		'gift-cards',
		'withdrawals',
		'groups',
		'hand-on',
		'my-ticket',
		'phone-purchase',
		'priced-registration',
		'refund-rules',
		'register',
		'resale',
		'ticket-handed-on',
		'series-booking',
		'waitlist',
	],
	'orders-admin': ['approval', 'orders', 'buyer-cancels', 'change-tickets-organiser', 'group-door'],
	organisers: ['organiser-page', 'consents'],
	pages: ['shell'],
	palette: ['keyboard'],
	payments: ['card-fields', 'checkout', 'payment-account', 'stripe-card-form', 'orders'],
	plans: ['plans'],
	questions: ['questions', 'door-questions', 'consents'],
	reports: ['reports'],
	scanner: ['door-camera', 'scanner-component-aids', 'scanner-component-camera', 'scanner-component-reading'],
	series: ['series'],
	settings: ['settings'],
	staff: ['door-entrance', 'main-job'],
	status: ['faults'],
	subscriptions: ['plans'],
	support: ['administration', 'feedback'],
	team: ['team'],
	templates: ['templates'],
	'text-editing': ['text-editing', 'pictures'],
	tickets: ['ticket-types', 'priced-registration'],
	waitlist: ['resale', 'waitlist'],
	withdrawals: ['withdrawals'],
};

/** Whatever else changed: one walk through the product, its frame, and signing in. */
const everywhere = ['accounts', 'components', 'keyboard', 'main-job', 'shell'];
/** These look at the product as a whole; a change to one of its modules is not what they are for. */
export const wholeProduct = ['operations', 'pages', 'slow-network', 'weight'];

const isSource = /^(app|server|shared|e2e)\/.*\.tsx?$/;
const ofModule = /^(?:app\/features|server\/domain|server\/emails)\/([\w-]+)\//;

/** Files that differ from a commit, those that git does not know yet included. */
export function changedSince(ref: string): string[] {
	const git = (...args: string[]) => {
		const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
		if (status !== 0) throw new Error(stderr.trim());
		return stdout.split('\n').filter(Boolean);
	};
	return [
		...git('diff', '--name-only', '--diff-filter=d', ref, '--'),
		...git('ls-files', '--others', '--exclude-standard'),
	];
}

/** The journeys that changed, and those through the modules to which the changed files belong. */
export function journeysFor(changed: string[]): string[] {
	const names = changed
		.filter((file) => isSource.test(file) && !/\.test\.tsx?$/.test(file))
		.flatMap(journeysForFile);
	return [...new Set(names)].sort().map((name) => `e2e/${name}.spec.ts`);
}

function journeysForFile(file: string): string[] {
	if (/^e2e\/[\w-]+\.spec\.ts$/.test(file)) return [basename(file, '.spec.ts')];
	const module = ofModule.exec(file)?.[1];
	if (module && journeysOf[module]) return journeysOf[module];
	// A route shows what its features make; a contract or a rule is called after the module whose it is.
	const named = file.startsWith('app/routes/')
		? [...readFileSync(join(root, file), 'utf8').matchAll(/#app\/features\/([\w-]+)\//g)].map(
				(match) => match[1]!,
			)
		: Object.keys(journeysOf).filter((name) => basename(file).startsWith(name.replace(/s$/, '')));
	const journeys = named.flatMap((name) => journeysOf[name] ?? []);
	return journeys.length > 0 ? journeys : everywhere;
}
