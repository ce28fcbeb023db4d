import { useLingui } from '@lingui/react/macro';
import { type ChangeEvent, type FormEvent, type ReactNode, useState } from 'react';
import { attendeeFieldLabels } from '#app/lib/attendee-field-labels.ts';
import { refusedFields } from '#app/lib/form-errors.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { PlanHint } from '#app/shell/plan-hint.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { FormButtons } from '#app/ui/form-buttons.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Attendee } from '#shared/contracts/attendees.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import {
	type AttendeeField,
	attendeeFieldNames,
	attendeeFields,
	fieldsIn,
	pickDetails,
} from '#shared/rules/attendee-fields.ts';
import type { useGuestActions } from '../api.ts';

const registrationFields: readonly AttendeeField[] = fieldsIn('registration');

/** Adds a guest manually, or changes a guest's details. The form stays filled in when the server refuses. */
export function GuestDialog(props: {
	guest: Attendee | null;
	/** Whose guests they are. */
	event: Pick<PublicEvent, 'organisation' | 'isSandbox'>;
	ticketTypes: TicketType[];
	actions: ReturnType<typeof useGuestActions>;
	/** What the guest answered: another module's part, saved before the guest is. */
	answers?: ReactNode;
	/** False: they were refused, and the dialog stays. */
	saveAnswers?: () => Promise<boolean>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const mailNote = useMailNote(props.event);
	const { guest, actions, onClose } = props;
	const [name, setName] = useState(guest?.name ?? '');
	const [email, setEmail] = useState(guest?.email ?? '');
	const [details, setDetails] = useState(() => pickDetails(guest ?? {}));
	const [ticketTypeId, setTicketTypeId] = useState(props.ticketTypes[0]?.id ?? '');
	const [sendMail, setSendMail] = useState(true);
	const isMailed = !guest && !mailNote && sendMail;
	const mutation = guest ? actions.update : actions.add;
	const { whole, errorOf } = refusedFields(mutation.error);

	async function save(event: FormEvent) {
		event.preventDefault();
		try {
			if (props.saveAnswers && !(await props.saveAnswers())) return;
			if (guest) await actions.update.mutateAsync({ guest, name, email, ...details });
			else {
				await actions.add.mutateAsync({
					name,
					email,
					...details,
					sendMail: isMailed,
					...(ticketTypeId ? { ticketTypeId } : {}),
				});
			}
			toast({ variant: 'success', description: guest ? t`Saved` : t`${name} added` });
			onClose();
		} catch {
			// Shown in the form.
		}
	}

	return (
		<Dialog
			isOpen
			onClose={onClose}
			title={guest ? t`Edit guest` : t`Add guest`}
			footer={
				<FormButtons
					form="guest-form"
					onClose={onClose}
					isPending={mutation.isPending}
					label={guest ? t`Save` : t`Add guest`}
				/>
			}
		>
			<form id="guest-form" noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
				<ErrorCallout error={whole} />
				{guest ? null : <PlanHint organisation={props.event.organisation?.id} need="attendeesPerEvent" />}
				<TextField
					label={t`Name`}
					name="name"
					value={name}
					onChange={(event) => setName(event.target.value)}
					error={errorOf('name')}
					autoComplete="off"
					maxLength={200}
					required
				/>
				<TextField
					label={t`Email`}
					name="email"
					type="email"
					isOptional
					hint={isMailed ? t`We’ll email the ticket here.` : undefined}
					value={email}
					onChange={(event) => setEmail(event.target.value)}
					error={errorOf('email')}
					autoComplete="off"
					maxLength={254}
				/>
				{guest || props.ticketTypes.length < 2 ? null : (
					<Select
						label={t`Ticket type`}
						value={ticketTypeId}
						onChange={(event) => setTicketTypeId(event.target.value)}
						options={props.ticketTypes.map((type) => ({ value: type.id, label: type.name }))}
					/>
				)}
				<DetailFields details={details} onChange={setDetails} errorOf={errorOf} />
				{guest || email === '' || mailNote ? null : (
					<Checkbox
						label={t`Email the ticket`}
						checked={sendMail}
						onChange={(event) => setSendMail(event.target.checked)}
					/>
				)}
			</form>
			{props.answers}
		</Dialog>
	);
}

type Details = ReturnType<typeof pickDetails>;

/** Optional details of a guest beside name and email. */
function DetailFields(props: {
	details: Details;
	onChange: (details: Details) => void;
	errorOf: (field: string) => string | undefined;
}) {
	const { details } = props;
	const { t, i18n } = useLingui();
	return attendeeFieldNames.map((field) => {
		const shared = {
			label: i18n._(attendeeFieldLabels[field]),
			isOptional: true,
			hint: registrationFields.includes(field) ? undefined : t`Only for your team.`,
			value: details[field],
			onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
				props.onChange({ ...details, [field]: event.target.value }),
			error: props.errorOf(field),
			maxLength: attendeeFields[field].maxLength,
		};
		return attendeeFields[field].isMultiline ? (
			<TextArea key={field} {...shared} rows={3} />
		) : (
			<TextField key={field} {...shared} autoComplete="off" />
		);
	});
}
