import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/templates.ts';

const TEMPLATES = ['templates'] as const;

/** The templates that the organisations of the signed-in user saved. */
export function useOwnTemplates() {
	const list = useApiQuery(contracts.listTemplates, TEMPLATES);
	return { ...list, own: list.data?.data.filter(({ origin }) => origin === 'own') };
}

/** A template with all that it brings. */
export const useTemplate = (template: string) =>
	useApiQuery(contracts.getTemplate, [...TEMPLATES, template], { params: { template } });

/** Saves an event as a new template of its organisation. */
export const useCreateTemplate = (organisation: string) =>
	useChange(
		(body: CallBodyOf<typeof contracts.createTemplate>) =>
			api.call(contracts.createTemplate, { params: { organisation }, body }),
		TEMPLATES,
	);

/** Makes an event the newest version of a template. */
export const useAddVersion = (organisation: string) =>
	useChange(
		({ template, fromEvent }: { template: string; fromEvent: string }) =>
			api.call(contracts.addTemplateVersion, { params: { organisation, template }, body: { fromEvent } }),
		TEMPLATES,
	);

interface Own {
	organisation: string;
	template: string;
}

export const useUpdateTemplate = () =>
	useChange(
		({
			organisation,
			template,
			version,
			...body
		}: Own & { version: number } & CallBodyOf<typeof contracts.updateTemplate>) =>
			api.call(contracts.updateTemplate, {
				params: { organisation, template },
				body,
				ifMatch: `"${version}"`,
			}),
		TEMPLATES,
	);

export const useArchiveTemplate = () =>
	useChange((params: Own) => api.call(contracts.archiveTemplate, { params }), TEMPLATES);
