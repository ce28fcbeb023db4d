import { staffLinks } from '#server/db/tables/staff.ts';
import { requireOwnRights } from '#server/domain/accounts/handing-on.ts';
import type { Services } from '#server/services.ts';
import { fieldError, notFound } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { checkLinkPlaces } from '../link-places.ts';
import { hashPin } from '../pin.ts';
import { getStaffLink, isLink } from '../queries.ts';
import { withheldOf } from '../withheld.ts';
import { endTokens } from './end-tokens.ts';
import { type LinkMaker, requireOwnLink, type StaffLinkInput } from './make-staff-link.ts';

/**
 * Updates a link; its abilities take effect with the next call of each device. A new PIN applies to devices registered from now on. The
 * caller must have all abilities of the link; if these exceed the rights of its creator, the caller becomes its creator.
 * @throws not-found; BUSINESS_RULE_VIOLATION `beyond-own-rights`; VALIDATION_FAILED
 */
export async function updateStaffLink(
	services: Services,
	scope: { organisationId: string; eventId: string },
	staffLinkId: string,
	input: Partial<StaffLinkInput>,
	editor: LinkMaker,
) {
	await checkLinkPlaces(services.database.db, scope, input);
	const pinHash = input.pin ? await hashPin(input.pin) : null;
	await services.database.transaction(async (tx) => {
		await tx
			.select({ id: staffLinks.id })
			.from(staffLinks)
			.where(isLink({ organisationId: scope.organisationId, id: staffLinkId }))
			.for('update');
		const old = await getStaffLink(tx, scope, staffLinkId);
		requireOwnLink(old);
		const abilities = input.abilities ? [...new Set(input.abilities)] : old.abilities;
		requireOwnRights('ability', abilities, editor.rights);
		const isMore = abilities.some((one) => !old.abilities.includes(one));
		const isTheirs = !isMore && (await withheldOf(tx, [old])).get(old.id)?.length === 0;
		const startsAt = input.startsAt === undefined ? old.startsAt : input.startsAt && new Date(input.startsAt);
		const endsAt = input.endsAt === undefined ? old.endsAt : input.endsAt && new Date(input.endsAt);
		if (startsAt && endsAt && endsAt <= startsAt)
			throw fieldError('endsAt', message`The end must be after the start.`);
		await tx
			.update(staffLinks)
			.set({
				label: input.label ?? old.label,
				abilities,
				createdBy: isTheirs ? old.createdBy : editor.userId,
				startsAt: startsAt || null,
				endsAt: endsAt || null,
				listIds: input.listIds === undefined ? old.listIds : input.listIds,
				gateId: input.gateId === undefined ? old.gateId : input.gateId,
				deviceLimit: input.deviceLimit === undefined ? old.deviceLimit : input.deviceLimit,
				...(input.pin === undefined ? {} : { pinHash, wrongPins: 0, pinWaitsUntil: null }),
			})
			.where(isLink(old));
	});
	return getStaffLink(services.database.db, scope, staffLinkId);
}

/** Ends one device at once and gives its place to another. */
export async function endStaffDevice(
	services: Services,
	scope: { organisationId: string; eventId: string },
	staffLinkId: string,
	deviceId: string,
): Promise<void> {
	const link = await getStaffLink(services.database.db, scope, staffLinkId);
	const isEnded = await services.database.transaction((tx) => endTokens(tx, link, deviceId));
	if (!isEnded) throw notFound('Device');
}
