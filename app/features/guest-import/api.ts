import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useApiQuery } from '#app/lib/api-query.ts';
import * as guestImport from '#shared/contracts/guest-import.ts';
import { listTicketTypes } from '#shared/contracts/tickets.ts';
import type { TextEncodingName } from '#shared/rules/text-encodings.ts';

/** A person’s choices for an import; the server guesses the others. */
export interface ImportChoices {
	mapping?: Partial<Record<guestImport.ImportField, number>>;
	encoding?: TextEncodingName;
	hasHeader?: boolean;
	ticketTypeId?: string;
	createTicketTypes?: boolean;
}

/** A chosen file; the id differs between two of the same name. */
export interface ChosenFile {
	id: number;
	file: File;
}

/** A large list takes a while to send and to read. */
const UPLOAD_TIMEOUT_MS = 180_000;

function query({ mapping, encoding, hasHeader, ticketTypeId, createTicketTypes }: ImportChoices) {
	return {
		...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
		...(encoding ? { encoding } : {}),
		...(hasHeader === undefined ? {} : { hasHeader: hasHeader ? ('true' as const) : ('false' as const) }),
		...(ticketTypeId ? { ticketTypeId } : {}),
		...(createTicketTypes ? { createTicketTypes: 'true' as const } : {}),
	};
}

/** Preview of the list with the current choices; the last response is shown while a new one loads. */
export function useImportPreview(event: string, chosen: ChosenFile | null, choices: ImportChoices) {
	return useQuery({
		queryKey: ['import-preview', event, chosen?.id, choices],
		queryFn: ({ signal }) =>
			api.call(guestImport.previewAttendeeImport, {
				params: { event },
				query: query(choices),
				file: chosen?.file as File,
				timeoutMs: UPLOAD_TIMEOUT_MS,
				signal,
			}),
		enabled: chosen !== null,
		placeholderData: (previous, previousQuery) =>
			previousQuery?.queryKey[2] === chosen?.id ? previous : undefined,
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
	});
}

const importsKey = (event: string) => ['imports', event] as const;

export function useImports(event: string) {
	return useApiQuery(guestImport.listAttendeeImports, importsKey(event), { params: { event } });
}

export function useTicketChoices(event: string) {
	return useApiQuery(listTicketTypes, ['ticket-types', event], { params: { event } });
}

/** Importing a list and undoing it; the guest list and the figures are read anew after each. */
export function useImportActions(event: string) {
	const queries = useQueryClient();
	const onSuccess = () =>
		Promise.all(
			[importsKey(event), ['figures', event], ['ticket-types', event], ['import-preview', event]].map(
				(queryKey) => queries.invalidateQueries({ queryKey }),
			),
		);
	return {
		commit: useMutation({
			mutationFn: ({ file, choices, sendMail }: { file: File; choices: ImportChoices; sendMail: boolean }) =>
				api.call(guestImport.importAttendees, {
					params: { event },
					query: { ...query(choices), sendMail: sendMail ? 'true' : 'false' },
					file,
					timeoutMs: UPLOAD_TIMEOUT_MS,
				}),
			onSuccess,
		}),
		undo: useMutation({
			mutationFn: (id: string) =>
				api.call(guestImport.undoAttendeeImport, {
					params: { event, import: id },
					timeoutMs: UPLOAD_TIMEOUT_MS,
				}),
			onSuccess,
		}),
	};
}
