interface ModuleGraph {
	getModuleInfo(id: string): { importedIds: readonly string[]; code?: string | null } | null;
}

/** What every page loads first; both are entries of their own. */
const STARTS = ['app/entry.client.tsx', 'app/root.tsx'];
/** The page that most strangers open first. */
const PUBLIC = ['app/routes/public/event.tsx'];
/** The next most: the icons that only they show are a file of their own. */
const FINDING = ['app/routes/public/events.tsx', 'app/routes/public/landing.tsx'];
/** Opened by a link of their own, beside the event: likewise. */
const MANAGED = [
	...['my-ticket', 'held-ticket', 'ticket-transfer', 'waitlist-join', 'waitlist-entry'],
	...['checkout-order', 'supporter-page', 'agreement', 'gift-card-purchase'],
].map((name) => `app/routes/public/${name}.tsx`);
/** Imported by pages for what the server alone writes; the browser's build leaves it out. */
const SERVER_ONLY = /\/app\/features\/\w+\/(?:json-ld\.ts|components\/event-tags\.tsx)$/;
/** What its late parts share with many pages, each of which would else load a file more. */
const PUBLIC_LATE = ['app/ui/status-badge.tsx'];
/** Small, and on nearly every page. */
const EVERYWHERE = ['app/lib/format.ts'];

const isIcon = (id: string) => /\/lucide-react\/dist\/esm\/icons\//.test(id);
const isIconBarrel = (id: string) => id.includes('/lucide-react/dist/esm/lucide-react');
/** What the pages are made with, as published: its share of a page's script is counted apart from ours by this file. */
const isFramework = (id: string) =>
	/\/node_modules\/(?:react|react-dom|scheduler|react-router|@lingui\/\w+)\//.test(id);
/** The query cache: all of it or none. */
const isData = (id: string, root: string) =>
	/\/@tanstack\/(query-core|react-query)\//.test(id) || id === `${root}/app/lib/query-client.ts`;
/** What explains why a call failed. */
const isErrors = (id: string, root: string) =>
	id.startsWith(`${root}/shared/errors/`) || id === `${root}/app/lib/error-text.ts`;
/** The arithmetic of amounts, without the calculation of a whole price. */
const isAmounts = (id: string) =>
	/\/shared\/(?:rules\/pricing\/(?:money|cover|chargeable)|lib\/provider-amounts)\.ts$/.test(id);
/** What says when and where an event is; beside it small helpers of the same pages. */
const isFacts = (id: string, root: string) =>
	id.startsWith(`${root}/app/features/events/`) ||
	/\/(?:place-link\.tsx|document-texts\.ts|attendee-field-labels\.ts|remembered-buyer\.ts|shared\/rules\/(?:attendee-fields|calendar-links|event-state)\.ts)$/.test(
		id,
	);
/** Choosing tickets and sending the form, without what other forms of orders use too. */
const isRegistration = (id: string, root: string) =>
	id.startsWith(`${root}/app/features/orders/`) && !/\/(?:remembered-buyer\.ts|email-field\.tsx)$/.test(id);
/** Of the pages that ask for a number of tickets alone. */
const isStepper = (id: string) => /\/app\/ui\/(?:number-stepper\.tsx|stepper-value\.ts)$/.test(id);
/** What frames a signed-in page, before and after it is read. */
const isPageFrame = (id: string) =>
	/\/app\/(?:shell\/(?:page-frame|route-skeleton)|ui\/page-(?:header|skeleton))\.tsx$/.test(id);
/** Parts that many pages share: components, helpers, rules, icons. */
const isPart = (id: string, root: string) =>
	isIcon(id) ||
	['app/ui/', 'app/lib/', 'app/shell/', 'shared/'].some((folder) => id.startsWith(`${root}/${folder}`));

/**
 * Gathers what pages share into few files: `framework` (React, the router, Lingui), which changes with dependencies only;
 * `shell`, the frame; `kit`, the parts of public pages; `finding`, icons of the pages that lead to events; `icons`, those that only
 * signed-in pages show. Left to itself the
 * bundler makes more than a hundred small files, which compress worse, are each a request, and are each named in the route table.
 */
export function sharedChunks(root: string) {
	const sets: Partial<Record<'base' | 'kit' | 'finding' | 'managed', Set<string>>> = {};
	const entry = (file: string) => [`${root}/${file}`, `${root}/${file}?__react-router-build-client-route`];
	const isStart = (id: string) => [...STARTS, ...PUBLIC].some((start) => id.startsWith(`${root}/${start}`));

	/** All that is loaded with these files. Of the icon barrel, which names every icon there is, only what they import. */
	function reachable(files: string[], graph: ModuleGraph): Set<string> {
		const found = new Set<string>();
		const queue = files.flatMap(entry);
		for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
			if (found.has(id) || SERVER_ONLY.test(id)) continue;
			found.add(id);
			const info = graph.getModuleInfo(id);
			for (const imported of info?.importedIds ?? []) {
				if (isIconBarrel(imported)) queue.push(...iconsOf(info?.code ?? '', imported, graph));
				else queue.push(imported);
			}
		}
		return found;
	}
	const base = (graph: ModuleGraph) => {
		sets.base ??= reachable([...STARTS, ...EVERYWHERE], graph);
		return sets.base;
	};
	const kit = (graph: ModuleGraph) => {
		sets.kit ??= reachable([...PUBLIC, ...PUBLIC_LATE], graph);
		return sets.kit;
	};
	const finding = (graph: ModuleGraph) => {
		sets.finding ??= reachable(FINDING, graph);
		return sets.finding;
	};
	const managed = (graph: ModuleGraph) => {
		sets.managed ??= reachable(MANAGED, graph);
		return sets.managed;
	};
	const group = (name: string, priority: number, holds: (id: string, graph: ModuleGraph) => boolean) => ({
		priority,
		name: (id: string, graph: ModuleGraph) => (!isStart(id) && holds(id, graph) ? name : null),
	});
	return [
		// Whole numbers: the bundler rounds the others.
		group('framework', 7, (id, graph) => base(graph).has(id) && isFramework(id)),
		group('shell', 6, (id, graph) => base(graph).has(id)),
		{
			...group('kit', 5, (id, graph) => kit(graph).has(id) && isPart(id, root) && !isStepper(id)),
			minShareCount: 5,
		},
		group('data', 4, (id) => isData(id, root)),
		group('errors', 4, (id) => isErrors(id, root)),
		group('amounts', 4, (id) => isAmounts(id)),
		{ ...group('event-facts', 4, (id, graph) => kit(graph).has(id) && isFacts(id, root)), minShareCount: 2 },
		{
			...group('registration', 4, (id, graph) => kit(graph).has(id) && isRegistration(id, root)),
			minShareCount: 2,
		},
		group('page-frame', 4, (id) => isPageFrame(id)),
		group('event-icons', 3, (id, graph) => isIcon(id) && kit(graph).has(id)),
		group('finding', 3, (id, graph) => isIcon(id) && finding(graph).has(id)),
		group('managed-icons', 3, (id, graph) => isIcon(id) && managed(graph).has(id)),
		{ ...group('icons', 2, (id) => isIcon(id)), minShareCount: 2 },
	];
}

/** The files of the icons that a module imports from the barrel by name. */
function iconsOf(code: string, barrel: string, graph: ModuleGraph): string[] {
	const names = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].flatMap((match) =>
		match[1]!.split(',').map((name) => name.trim().split(/\s+as\s+/)[0]!),
	);
	const listing = graph.getModuleInfo(barrel)?.code ?? '';
	const folder = barrel.slice(0, barrel.lastIndexOf('/'));
	return names.flatMap((name) => {
		const file = new RegExp(`default as ${name}\\b[^}]*\\}\\s*from\\s*["']\\./([^"']+)["']`).exec(
			listing,
		)?.[1];
		return file ? [`${folder}/${file}`] : [];
	});
}
