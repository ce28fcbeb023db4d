import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { EventsPicker } from '#app/shell/event-picker.tsx';
import { PlanHint } from '#app/shell/plan-hint.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { type Connection, mostEventsOfConnection } from '#shared/contracts/integrations.ts';
import {
	type AcceptedType,
	type ConnectionKind,
	connectionKinds,
	isFormerType,
	webhookTypes,
} from '#shared/rules/webhook-types.ts';
import type { ConnectionBody } from '../api.ts';
import { useKindLabels } from '../labels.ts';
import { Types } from './types.tsx';

/** Where to send, and what. The address and one choice are enough. */
export function ConnectionDialog(props: {
	organisation: string;
	/** Null: a new one. */
	connection: Connection | null;
	/** Whether names and emails of guests are theirs to hand on. */
	maySeeGuests: boolean;
	onSave: (body: ConnectionBody) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { connection } = props;
	const kinds = useKindLabels();
	const [withGuests, setWithGuests] = useState(connection?.withGuests ?? false);
	const [kind, setKind] = useState<ConnectionKind>(connection?.kind ?? 'webhook');
	const [types, setTypes] = useState<AcceptedType[]>(
		connection?.types ?? ['registration.created', 'registration.cancelled'],
	);
	/** Former names are offered to who has them alone. */
	const offered = [...webhookTypes, ...(connection?.types ?? []).filter(isFormerType)];
	const [eventIds, setEventIds] = useState<string[]>(connection?.eventIds ?? []);
	const picker = { organisation: props.organisation, chosen: eventIds, onChange: setEventIds };
	const [reach, setReach] = useState<Reach>(connection?.eventIds ? 'chosen' : 'all');
	/** The address of a chat is not shown again: empty leaves it unchanged. */
	const mayOmitAddress = connection !== null && connection.kind !== 'webhook';
	const hints = useAddressHints();
	const form = useFormCall({
		labels: {
			...{ target: t`Address`, types: t`Messages`, reach: t`Events`, name: t`Name` },
			withGuests: t`Names and emails`,
		},
		checks: {
			target: (target) => (target.trim() || mayOmitAddress ? undefined : t`Enter an address.`),
			types: () => (types.length > 0 ? undefined : t`Choose at least one.`),
			reach: () => (reach === 'all' || eventIds.length > 0 ? undefined : t`Choose at least one event.`),
		},
		send: ({ name = '', target = '', detail }) =>
			props.onSave({
				kind,
				name: name.trim(),
				// An empty one is left out of a change.
				...((target.trim() ? { target: target.trim() } : {}) as { target: string }),
				types,
				eventIds: reach === 'all' ? null : eventIds,
				...(kind === 'webhook' && {
					detail: detail === 'thin' ? ('thin' as const) : ('full' as const),
					withGuests,
				}),
			}),
	});
	return (
		<FormDialog
			form="connection"
			{...form.dialog}
			onClose={props.onClose}
			label={connection ? t`Save` : t`Add`}
			closeLabel={t`Cancel`}
			size="lg"
			title={connection ? t`Edit connection` : t`Add connection`}
		>
			<PlanHint organisation={props.organisation} need="hasIntegrations" />
			<div className="grid items-start gap-5 sm:grid-cols-2">
				{connection ? null : (
					<Select
						label={t`Send to`}
						name="kind"
						value={kind}
						onChange={({ target }) => setKind(target.value as ConnectionKind)}
						options={connectionKinds.map((value) => ({ value, label: kinds[value] }))}
					/>
				)}
				<TextField
					label={t`Name`}
					name="name"
					isOptional
					defaultValue={connection?.name}
					maxLength={100}
					autoComplete="off"
					error={form.errorOf('name')}
				/>
			</div>
			<TextField
				label={t`Address`}
				name="target"
				inputMode="url"
				autoComplete="off"
				defaultValue={mayOmitAddress ? '' : connection?.target}
				isOptional={mayOmitAddress}
				hint={mayOmitAddress ? t`Leave empty to keep the current address.` : hints[kind]}
				error={form.errorOf('target')}
				maxLength={2000}
			/>
			<Types offered={offered} types={types} onChange={setTypes} error={form.errorOf('types')} />
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<ReachField reach={reach} onChange={setReach} error={form.errorOf('reach')} />
				{kind === 'webhook' ? <DetailField detail={connection?.detail} /> : null}
			</div>
			{reach === 'chosen' ? (
				<EventsPicker {...picker} label={t`Add event`} most={mostEventsOfConnection} />
			) : null}
			{kind === 'webhook' ? (
				<GuestsField
					maySeeGuests={props.maySeeGuests}
					withGuests={withGuests}
					onChange={setWithGuests}
					error={form.errorOf('withGuests')}
				/>
			) : null}
		</FormDialog>
	);
}

type Reach = 'all' | 'chosen';

/** Whether a connection is for all events. */
function ReachField(props: { reach: Reach; onChange: (reach: Reach) => void; error: string | undefined }) {
	const { t } = useLingui();
	return (
		<Select
			label={t`Events`}
			name="reach"
			value={props.reach}
			onChange={({ target }) => props.onChange(target.value as Reach)}
			error={props.error}
			options={[
				{ value: 'all', label: t`All events, also future ones` },
				{ value: 'chosen', label: t`Chosen events only` },
			]}
		/>
	);
}

/** Whether a webhook sends what happened, or ids alone. */
function DetailField({ detail }: { detail: Connection['detail'] | undefined }) {
	const { t } = useLingui();
	return (
		<Select
			label={t`Content`}
			name="detail"
			defaultValue={detail ?? 'full'}
			options={[
				{ value: 'full', label: t`Event and order details` },
				{ value: 'thin', label: t`IDs only` },
			]}
		/>
	);
}

/** Whether a webhook names people. Who may not choose it can still leave them out. */
function GuestsField(props: {
	maySeeGuests: boolean;
	withGuests: boolean;
	onChange: (withGuests: boolean) => void;
	error: string | undefined;
}) {
	const { t } = useLingui();
	const { maySeeGuests, withGuests } = props;
	const meaning = t`Messages then include the people concerned, with their details at the time of sending. The receiver must protect these details as you do, and erase them when you do.`;
	const lacking = withGuests
		? t`You don’t have the right to see attendees. Turn this off, or ask someone who has it to change this connection.`
		: t`You need the right to see attendees for this.`;
	return (
		<Checkbox
			name="withGuests"
			label={t`Include names and emails of guests`}
			checked={withGuests}
			disabled={!maySeeGuests && !withGuests}
			onChange={({ target }) => props.onChange(target.checked)}
			error={props.error}
			hint={maySeeGuests ? meaning : lacking}
		/>
	);
}

function useAddressHints(): Record<ConnectionKind, string> {
	const { t } = useLingui();
	return {
		webhook: t`Receives a signed POST for each message. Zapier, Make and n8n give you such a URL.`,
		slack: t`The incoming webhook URL of the channel: https://hooks.slack.com/services/…`,
		discord: t`The webhook URL of the channel: https://discord.com/api/webhooks/…`,
		teams: t`The URL of a workflow with the trigger “When a Teams webhook request is received”.`,
	};
}
