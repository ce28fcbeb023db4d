import { type Caller, handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as contracts from '#shared/contracts/series-staff-links.ts';
import { withinRights } from '#shared/rules/handing-on.ts';
import type { StaffAbility } from '#shared/rules/staff-abilities.ts';
import { maxWrongPins } from '../guesses.ts';
import { withheldOf } from '../withheld.ts';
import { datesOfLinks, type LinkDate } from './link-date.ts';
import { type CountedSeriesLink, listSeriesLinks } from './series-links.ts';
import {
	createSeriesLink,
	revokeSeriesLink,
	rotateSeriesLink,
	updateSeriesLink,
} from './write-series-link.ts';

const seriesOf = (scope: OrganisationScope, params: { series: string }) => ({
	organisationId: scope.organisationId,
	seriesId: params.series.toLowerCase(),
});

const makerOf = (scope: OrganisationScope, { userId }: Caller) => ({ userId, rights: rightsOf(scope) });

const presentDate = (date: LinkDate | undefined) =>
	date
		? {
				eventId: date.eventId,
				title: date.title,
				startsAt: date.startsAt.toISOString(),
				opensAt: date.opensAt.toISOString(),
				closesAt: date.closesAt.toISOString(),
				timeZone: date.timeZone,
			}
		: null;

/** Links as a member sees them: never their tokens, and no code of a link that does what the member may not. */
async function present(
	services: Services,
	scope: OrganisationScope,
	rows: readonly CountedSeriesLink[],
): Promise<contracts.SeriesStaffLink[]> {
	const [withheld, dates] = await Promise.all([
		withheldOf(services.database.db, rows),
		datesOfLinks(services, scope.organisationId, rows),
	]);
	const viewer = rightsOf(scope);
	return rows.map((row) => {
		const abilities = row.abilities as StaffAbility[];
		const opensMore = withinRights('ability', abilities, viewer).length < abilities.length;
		return {
			...{ id: row.id, label: row.label, abilities, withheld: withheld.get(row.id) ?? [] },
			shortCode: opensMore ? '' : row.shortCode,
			createdBy: row.createdBy,
			startsAt: row.startsAt?.toISOString() ?? null,
			endsAt: row.endsAt?.toISOString() ?? null,
			opensBeforeMinutes: row.opensBeforeMinutes,
			closesAfterMinutes: row.closesAfterMinutes,
			hasPin: row.pinHash !== null,
			isPinLocked: row.pinHash !== null && row.wrongPins >= maxWrongPins,
			deviceLimit: row.deviceLimit,
			deviceCount: row.deviceCount,
			createdAt: row.createdAt.toISOString(),
			lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
			revokedAt: row.revokedAt?.toISOString() ?? null,
			date: presentDate(dates.get(row.id)),
		};
	});
}

async function presentOne(services: Services, scope: OrganisationScope, row: CountedSeriesLink) {
	const [shown] = await present(services, scope, [row]);
	return shown as contracts.SeriesStaffLink;
}

async function presentNew(
	services: Services,
	scope: OrganisationScope,
	{ row, token }: { row: CountedSeriesLink; token: string },
) {
	return {
		...(await presentOne(services, scope, row)),
		...{ token, url: `${services.config.appUrl}/scan/${token}` },
	};
}

export const seriesLinkRoutes: Route[] = [
	handle(contracts.createSeriesStaffLink, async ({ params, scope, caller, body }, services) =>
		presentNew(
			services,
			scope,
			await createSeriesLink(services, seriesOf(scope, params), body, makerOf(scope, caller)),
		),
	),
	handle(contracts.listSeriesStaffLinks, async ({ params, scope }, services) => ({
		data: await present(
			services,
			scope,
			await listSeriesLinks(services.database.db, seriesOf(scope, params)),
		),
		nextCursor: null,
	})),
	handle(contracts.updateSeriesStaffLink, async ({ params, scope, caller, body }, services) =>
		presentOne(
			services,
			scope,
			await updateSeriesLink(
				services,
				seriesOf(scope, params),
				params.staffLink,
				body,
				makerOf(scope, caller),
			),
		),
	),
	handle(contracts.revokeSeriesStaffLink, async ({ params, scope }, services) =>
		presentOne(services, scope, await revokeSeriesLink(services, seriesOf(scope, params), params.staffLink)),
	),
	handle(contracts.rotateSeriesStaffLink, async ({ params, scope, caller }, services) =>
		presentNew(
			services,
			scope,
			await rotateSeriesLink(services, seriesOf(scope, params), params.staffLink, makerOf(scope, caller)),
		),
	),
];
