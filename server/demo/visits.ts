import type { Tx } from '#server/db/client.ts';
import { arrayRows, bindStatement } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { newId } from '#shared/lib/ids.ts';
import { type CameBy, writeCameBy } from '#shared/rules/came-by.ts';
import { hashText, type Random, randomFrom } from '#shared/rules/seeded-random.ts';

/** Where visitors of an event come from, each as often as `weight` says. */
export interface DemoSource extends Partial<CameBy> {
	weight: number;
}

/** Visitors who look and go, for each registration. */
const othersByOrder = 2;
const minuteMs = 60_000;

interface View {
	at: Date;
	by: CameBy;
	step: 'view' | 'form';
	device: 'mobile' | 'desktop';
	visitor: string;
}

/** Draws where somebody came from. */
export function drawSource(random: Random, sources: readonly DemoSource[]): CameBy {
	let left = random.between(
		0,
		sources.reduce((sum, { weight }) => sum + weight, 0),
	);
	const {
		source = '',
		medium = '',
		campaign = '',
		link = '',
	} = sources.find(({ weight }) => {
		left -= weight;
		return left < 0;
	}) ?? {};
	return { source, medium, campaign, link };
}

const hex = (text: string) => hashText(text).toString(16).padStart(8, '0');

/** The views of somebody: the page, perhaps once more, and the form. */
function viewsOf(seed: string, visit: { at: Date; by: CameBy; isBuyer: boolean }): View[] {
	const random = randomFrom(seed);
	const { at, by, isBuyer } = visit;
	const who = {
		...{ by, visitor: hex(seed) + hex(`${seed} `) },
		device: random.chance(0.65) ? ('mobile' as const) : ('desktop' as const),
	};
	const earlier = (minutes: number) => new Date(at.getTime() - minutes * minuteMs);
	const views: View[] = [{ ...who, at: earlier(4), step: 'view' }];
	if (random.chance(0.25)) views.push({ ...who, at: earlier(3), step: 'view' });
	if (isBuyer || random.chance(0.2)) views.push({ ...who, at: earlier(2), step: 'form' });
	return views;
}

const viewRows = arrayRows<View & { id: string }>(3, 'v', [
	['id', 'uuid', ({ id }) => id],
	['viewed_at', 'instant', ({ at }) => at.toISOString()],
	['source', 'text', ({ by }) => by.source],
	['medium', 'text', ({ by }) => by.medium],
	['campaign', 'text', ({ by }) => by.campaign],
	['link', 'text', ({ by }) => by.link],
	['step', 'code', ({ step }) => step],
	['device', 'code', ({ device }) => device],
	['visitor', 'bytea', ({ visitor }) => visitor],
]);
const insertViews = {
	name: 'demo.insert-views',
	text: `
INSERT INTO page_views (id, viewed_at, path, organisation_id, event_id, source, medium, campaign, link, step, device, visitor)
SELECT v.id, v.viewed_at, '/events/:event', $1::uuid, $2::uuid, v.source, v.medium, v.campaign, v.link, v.step, v.device, v.visitor
FROM ${viewRows.from}`,
};

/** Writes the views of those who registered, and of others who did not. */
export async function addVisits(
	tx: Tx,
	scope: EventScope,
	orders: readonly { at: Date; by: CameBy }[],
	sources: readonly DemoSource[],
	seed: string,
): Promise<void> {
	const random = randomFrom(`visits ${seed}`);
	const views = orders.flatMap(({ at, by }, n) => [
		...viewsOf(`${seed} ${n}`, { at, by, isBuyer: true }),
		...Array.from({ length: othersByOrder }, (_, other) =>
			viewsOf(`${seed} ${n} ${other}`, {
				at: new Date(at.getTime() - random.whole(5, 300) * minuteMs),
				by: drawSource(random, sources),
				isBuyer: false,
			}),
		).flat(),
	]);
	const values = viewRows.values(views.map((view) => ({ ...view, id: newId() })));
	await tx.execute(bindStatement(insertViews, [scope.organisationId, scope.eventId, ...values]));
}

/** As an order stores it. */
export const cameByText = (by: CameBy): string | undefined => writeCameBy(by) || undefined;
