import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import * as contracts from '#shared/contracts/admin-organisations.ts';

export function useOrganisations(query: { q: string; filter: contracts.OrganisationFilter }) {
	return useCursorList(contracts.listOrganisations, { key: ['admin', 'organisations'], query });
}

export function useOrganisation(organiser: string) {
	return useApiQuery(contracts.getOrganisation, ['admin', 'organisation', organiser], {
		params: { organiser },
	});
}

const plainActions = {
	verify: contracts.verifyOrganisation,
	unverify: contracts.unverifyOrganisation,
	unlock: contracts.unlockOrganisation,
};
export type OrganisationAction = keyof typeof plainActions | 'lock';

export function useOrganisationAction(organiser: string) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: ({ act, reason }: { act: OrganisationAction; reason?: string }) =>
			act === 'lock'
				? api.call(contracts.lockOrganisation, { params: { organiser }, body: { reason: reason ?? '' } })
				: api.call(plainActions[act], { params: { organiser } }),
		onSuccess: (answer) => {
			storeAnswer(queries, ['admin', 'organisation', organiser], answer);
			return queries.invalidateQueries({ queryKey: ['admin', 'organisations'] });
		},
	});
}
