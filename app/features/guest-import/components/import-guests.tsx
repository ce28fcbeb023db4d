import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { RotateCcw, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { EventPlanHint } from '#app/shell/event-plan-hint.tsx';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { AttendeeImport, ImportPreview } from '#shared/contracts/guest-import.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { GUEST_FILE_MB, MAX_ROWS } from '#shared/rules/file-sizes.ts';
import {
	type ChosenFile,
	type ImportChoices,
	useImportActions,
	useImportPreview,
	useTicketChoices,
} from '../api.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { PastImports } from './past-imports.tsx';
import { RowTable } from './row-table.tsx';

const MAX_BYTES = GUEST_FILE_MB * 1_000_000;
const NAMED_TICKETS = 5;
let files = 0;

/** Bringing a guest list in: choose a file, look at what would happen, do it, and have an hour to take it back. */
export function ImportGuests({ event: { id: event, timeZone, isSandbox } }: { event: PublicEvent }) {
	const [chosen, setChosen] = useState<ChosenFile | null>(null);
	const [done, setDone] = useState<AttendeeImport | null>(null);
	return (
		<div className="flex flex-col gap-6">
			{done ? <Done event={event} done={done} /> : null}
			<EventPlanHint event={event} need="attendeesPerEvent" />
			{chosen ? (
				<Look
					key={chosen.id}
					event={event}
					isSandbox={isSandbox}
					chosen={chosen}
					onOther={() => setChosen(null)}
					onDone={(result) => {
						setDone(result);
						setChosen(null);
					}}
				/>
			) : (
				<ChooseFile
					onFile={(file) => {
						files += 1;
						setChosen({ id: files, file });
						setDone(null);
					}}
				/>
			)}
			{chosen ? null : <PastImports {...{ event, timeZone, isSandbox }} onUndone={() => setDone(null)} />}
		</div>
	);
}

function ChooseFile({ onFile, error }: { onFile: (file: File) => void; error?: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const [fault, setFault] = useState('');
	return (
		<FileField
			label={t`Guest list`}
			hint={t`Upload a CSV or Excel (.xlsx) file from Eventbrite, Luma, a spreadsheet or an address book. You’ll see a preview first.`}
			note={t`Up to ${GUEST_FILE_MB} MB and ${formats.number(MAX_ROWS)} rows`}
			error={fault || error}
			maxBytes={MAX_BYTES}
			onFiles={({ accepted, refused }) => {
				setFault(refused.length > 0 ? t`Choose a file up to ${GUEST_FILE_MB} MB.` : '');
				if (accepted[0]) onFile(accepted[0]);
			}}
		/>
	);
}

function Look(props: {
	event: string;
	isSandbox: boolean;
	chosen: ChosenFile;
	onOther: () => void;
	onDone: (result: AttendeeImport) => void;
}) {
	const { event, isSandbox, chosen, onOther, onDone } = props;
	const { t } = useLingui();
	const [choices, setChoices] = useState<ImportChoices>({});
	const preview = useImportPreview(event, chosen, choices);
	const ticketTypes = useTicketChoices(event);
	const sentence = useRefusal();

	if (preview.isPending) {
		return (
			<p className="flex items-center gap-3 py-12 text-muted" role="status">
				<Spinner size={20} isDecorative /> <Trans>Reading your file …</Trans>
			</p>
		);
	}
	if (!preview.data) {
		return (
			<Callout
				tone="danger"
				isUrgent
				title={<Trans>This file can’t be read</Trans>}
				action={
					<Button variant="outline" icon={RotateCcw} onClick={onOther}>{t`Choose another file`}</Button>
				}
			>
				<p dir="auto">{chosen.file.name}</p>
				<p>{sentence(preview.error)}</p>
			</Callout>
		);
	}
	return (
		<div className="flex flex-col gap-6" aria-busy={preview.isFetching}>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<h2 ref={takeFocus} tabIndex={-1} className="text-lg font-medium [overflow-wrap:anywhere]" dir="auto">
					{preview.data.fileName}
				</h2>
				<Button variant="ghost" icon={RotateCcw} onClick={onOther}>
					{t`Choose another file`}
				</Button>
			</div>
			{preview.error ? (
				<Callout tone="danger" isUrgent>
					{sentence(preview.error)}
				</Callout>
			) : null}
			<Counts preview={preview.data} choices={choices} onChange={setChoices} />
			<ColumnMapping
				preview={preview.data}
				choices={choices}
				onChange={setChoices}
				ticketTypes={ticketTypes.data?.data ?? []}
			/>
			<RowTable preview={preview.data} />
			<Commit {...{ event, isSandbox, choices, onDone }} file={chosen.file} preview={preview.data} />
		</div>
	);
}

function Counts(props: {
	preview: ImportPreview;
	choices: ImportChoices;
	onChange: (choices: ImportChoices) => void;
}) {
	const { preview } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const { counts } = preview;
	return (
		<div className="flex flex-col gap-4" role="status">
			<div className="grid gap-3 sm:grid-cols-3">
				<StatTile label={t`To import`} value={formats.number(counts.ok)} />
				<StatTile
					label={t`Already on the list`}
					value={formats.number(counts.duplicates)}
					definition={t`Duplicate rows, or already on the guest list.`}
				/>
				<StatTile label={t`Skipped`} value={formats.number(counts.refused)} />
			</div>
			<ForeignTickets {...props} />
			{preview.obstacles.map((obstacle) => (
				<Callout key={obstacle} tone="warning">
					{obstacle}
				</Callout>
			))}
		</div>
	);
}

/** Ticket names that are no types of this event: their guests get the default ticket, or types are created. */
function ForeignTickets(props: {
	preview: ImportPreview;
	choices: ImportChoices;
	onChange: (choices: ImportChoices) => void;
}) {
	const { preview, choices, onChange } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const foreign = preview.ticketTypes.filter((type) => type.ticketTypeId === null);
	if (foreign.length === 0) return null;
	const names = formats.list(foreign.slice(0, NAMED_TICKETS).map((type) => `“${type.name}”`));
	return (
		<Callout tone="info">
			<Trans>This event has no ticket types called {names}. Their guests get the default ticket.</Trans>
			<Checkbox
				label={t`Create these ticket types`}
				hint={t`Free, hidden from the event page and without a limit. You can change them later.`}
				checked={choices.createTicketTypes ?? false}
				onChange={(change) => onChange({ ...choices, createTicketTypes: change.target.checked })}
				className="mt-3"
			/>
		</Callout>
	);
}

function Commit(props: {
	event: string;
	isSandbox: boolean;
	file: File;
	choices: ImportChoices;
	preview: ImportPreview;
	onDone: (result: AttendeeImport) => void;
}) {
	const { event, file, choices, preview, onDone } = props;
	const { t } = useLingui();
	const mailNote = useMailNote(props);
	const { commit } = useImportActions(event);
	const [sendMail, setSendMail] = useState(false);
	const sentence = useRefusal();
	const { ok } = preview.counts;
	const reason = ok === 0 ? t`Nothing to import.` : preview.obstacles[0];
	return (
		<div className="flex flex-col gap-4 border-t border-hairline pt-6">
			{commit.error ? (
				<Callout tone="danger" isUrgent title={<Trans>No guests were added</Trans>}>
					{sentence(commit.error)}
				</Callout>
			) : null}
			{mailNote === null ? (
				<Checkbox
					label={t`Email the tickets to these guests`}
					hint={t`No emails are sent unless you tick this.`}
					checked={sendMail}
					onChange={(change) => setSendMail(change.target.checked)}
				/>
			) : null}
			<Button
				size="lg"
				icon={UserCheck}
				className="w-fit"
				isLoading={commit.isPending}
				isDisabled={reason !== undefined}
				disabledReason={reason}
				onClick={() => commit.mutate({ file, choices, sendMail }, { onSuccess: onDone })}
			>
				<Plural value={ok} one="Import # guest" other="Import # guests" />
			</Button>
		</div>
	);
}

/** What was focused has gone with the step before; the next one begins here. */
function takeFocus(element: HTMLElement | null) {
	element?.focus();
}

function Done({ event, done }: { event: string; done: AttendeeImport }) {
	const { t } = useLingui();
	return (
		<div ref={takeFocus} tabIndex={-1}>
			<Callout
				tone="success"
				isUrgent
				title={<Plural value={done.taken} one="# guest imported" other="# guests imported" />}
				action={
					<ButtonLink to={`/events/${event}/guests`} variant="outline">{t`View guest list`}</ButtonLink>
				}
			>
				<Trans>Undo within an hour under “Previous imports”.</Trans>
			</Callout>
		</div>
	);
}

/** The sentence that says what is wrong with the file, or of whatever else went wrong. */
function useRefusal(): (error: unknown) => string {
	const errorText = useErrorText();
	return (error) => {
		const detail = error instanceof AppError ? error.details[0] : undefined;
		return detail?.message ?? errorText(error);
	};
}
