import { handle, type Route } from '#server/http/handler.ts';
import * as guestImport from '#shared/contracts/guest-import.ts';
import { importGuests } from '../commands/import-guests.ts';
import { undoImport } from '../commands/undo-import.ts';
import { listImports, presentImport } from './import-record.ts';
import { previewImport } from './preview-import.ts';

/** Guest list imports: preview, import, undo within an hour. */
export const importRoutes: Route[] = [
	handle(guestImport.previewAttendeeImport, ({ scope, query, file, context }, services) =>
		previewImport(services, scope, { file, choices: query, translate: context.translate }),
	),
	handle(guestImport.importAttendees, async ({ scope, query, file, caller }, services) => {
		const { sendMail = false, ...choices } = query;
		const record = await importGuests(services, { ...scope, userId: caller.userId, file, choices, sendMail });
		return presentImport(record, services.clock.now());
	}),
	handle(guestImport.listAttendeeImports, async ({ scope }, services) => {
		const records = await listImports(services.database.db, scope);
		const now = services.clock.now();
		return { data: records.map((record) => presentImport(record, now)), nextCursor: null };
	}),
	handle(guestImport.undoAttendeeImport, async ({ params, scope }, services) => {
		const record = await undoImport(services, { ...scope, importId: params.import });
		return presentImport(record, services.clock.now());
	}),
];
