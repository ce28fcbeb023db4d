import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, newIdempotencyKey } from '#app/lib/api-client.ts';
import * as contracts from '#shared/contracts/staff.ts';

const linksKey = (event: string) => ['staff-links', event] as const;

export function useStaffLinks(event: string) {
	return useQuery({
		queryKey: linksKey(event),
		queryFn: ({ signal }) => api.call(contracts.listStaffLinks, { params: { event }, signal }),
	});
}

/** Makes, renews and ends links; the list follows. */
export function useStaffLinkActions(event: string) {
	const queries = useQueryClient();
	const onSuccess = () => queries.invalidateQueries({ queryKey: linksKey(event) });
	return {
		create: useMutation({
			mutationFn: (body: { label: string; abilities: contracts.StaffLink['abilities']; pin?: string }) =>
				api.call(contracts.createStaffLink, { params: { event }, body, idempotencyKey: newIdempotencyKey() }),
			onSuccess,
		}),
		rotate: useMutation({
			mutationFn: (staffLink: string) =>
				api.call(contracts.rotateStaffLink, { params: { event, staffLink } }),
			onSuccess,
		}),
		revoke: useMutation({
			mutationFn: (staffLink: string) =>
				api.call(contracts.revokeStaffLink, { params: { event, staffLink } }),
			onSuccess,
		}),
	};
}
