import { useEffect, useState } from 'react';
import { publicApi } from '#app/lib/public-api.ts';
import {
	addGroupPlaces,
	cancelInvitation,
	type Group,
	getGroup,
	inviteToGroup,
	releasePlace,
	remindGroup,
	renameGroup,
	renewClaimLink,
} from '#shared/contracts/groups.ts';
import type { TypedPerson } from './parse-people.ts';

/** A group and what its leader does; every answer shows it as it stands then. */
export function useGroup(groupToken: string, initial: Group) {
	const [group, show] = useState(initial);
	const params = { groupToken };
	const link = { params, hasBearer: false };
	useEffect(() => {
		// Guests claim places while its leader looks elsewhere.
		const refresh = () => {
			publicApi.call(getGroup, { params: { groupToken }, hasBearer: false }).then(show, () => {});
		};
		window.addEventListener('focus', refresh);
		return () => window.removeEventListener('focus', refresh);
	}, [groupToken]);
	return {
		group,
		reload: () => publicApi.call(getGroup, link).then(show),
		rename: (name: string) => publicApi.call(renameGroup, { ...link, body: { name } }).then(show),
		renewLink: () => publicApi.call(renewClaimLink, link).then(show),
		invite: (people: TypedPerson[], idempotencyKey: string) =>
			publicApi.call(inviteToGroup, { ...link, body: { people }, idempotencyKey }).then(show),
		cancelInvitation: (invitation: string) =>
			publicApi.call(cancelInvitation, { params: { ...params, invitation }, hasBearer: false }).then(show),
		remind: () => publicApi.call(remindGroup, link).then(show),
		release: (attendee: string) =>
			publicApi.call(releasePlace, { params: { ...params, attendee }, hasBearer: false }).then(show),
		addPlaces: () => publicApi.call(addGroupPlaces, link).then(show),
	};
}

export type GroupActions = ReturnType<typeof useGroup>;
