import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery } from '#app/lib/api-query.ts';
import { USER_QUERY_KEY } from '#app/lib/query-client.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/settings.ts';

const profileKey = ['account', 'profile'] as const;
const organisationKey = (id: string) => ['organisation-settings', id] as const;

export type ProfileChanges = CallBodyOf<typeof contracts.updateProfile>;
export type OrganisationChanges = CallBodyOf<typeof contracts.updateOrganisationSettings>;

/** What a section needs to save itself: the present values, the way to write some of them, and to read them anew. */
export interface Saved<T, C> {
	data: T;
	save: (changes: C, version: number) => Promise<unknown>;
	reload: () => Promise<T>;
}

export function useProfile() {
	return useApiQuery(contracts.getProfile, profileKey);
}

/** Ways to change the profile; the menu shows the change at once. */
export function useProfileChanges() {
	const queries = useQueryClient();
	const store = (profile: contracts.Profile) => {
		storeAnswer(queries, profileKey, profile);
		void queries.invalidateQueries({ queryKey: USER_QUERY_KEY });
		return profile;
	};
	return {
		save: async (changes: ProfileChanges, version: number) =>
			store(await api.call(contracts.updateProfile, { body: changes, ifMatch: `"${version}"` })),
		reload: async () => store(await api.call(contracts.getProfile)),
		upload: useMutation({
			mutationFn: (file: Blob) => api.call(contracts.uploadPhoto, { file, timeoutMs: 120_000 }),
			onSuccess: store,
		}),
		remove: useMutation({ mutationFn: () => api.call(contracts.removePhoto), onSuccess: store }),
	};
}

export function useOrganisationSettings(id: string) {
	return useApiQuery(contracts.getOrganisationSettings, organisationKey(id), {
		params: { organisation: id },
	});
}

export function useOrganisationChanges(id: string) {
	const queries = useQueryClient();
	const params = { organisation: id };
	const store = (settings: contracts.OrganisationSettings) => {
		storeAnswer(queries, organisationKey(id), settings);
		void queries.invalidateQueries({ queryKey: USER_QUERY_KEY });
		return settings;
	};
	return {
		save: async (changes: OrganisationChanges, version: number) =>
			store(
				await api.call(contracts.updateOrganisationSettings, {
					params,
					body: changes,
					ifMatch: `"${version}"`,
				}),
			),
		reload: async () => store(await api.call(contracts.getOrganisationSettings, { params })),
	};
}

/** Another logo, or none; what was typed in the sections beside it stays. */
export function useLogoChanges(id: string) {
	const queries = useQueryClient();
	const params = { organisation: id };
	const onSuccess = (settings: contracts.OrganisationSettings) =>
		storeAnswer(queries, organisationKey(id), settings);
	return {
		upload: useMutation({
			mutationFn: (file: Blob) => api.call(contracts.uploadLogo, { params, file, timeoutMs: 120_000 }),
			onSuccess,
		}),
		remove: useMutation({ mutationFn: () => api.call(contracts.removeLogo, { params }), onSuccess }),
	};
}
