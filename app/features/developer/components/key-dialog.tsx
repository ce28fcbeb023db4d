import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { toggled } from '#app/lib/toggled.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { EventsPicker } from '#app/shell/event-picker.tsx';
import { PlanHint } from '#app/shell/plan-hint.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { type ApiKey, mostEventsOfKey } from '#shared/contracts/developer.ts';
import { type ApiScope, actionsOf, type KeyEnvironment, scopesOf } from '#shared/rules/api-keys.ts';
import { type MemberRights, memberCan } from '#shared/rules/permissions.ts';
import type { ApiKeyBody } from '../api.ts';

const lives = ['30', '90', '365', 'never'] as const;
const dayMs = 24 * 3_600_000;

/** What a key is called, may do, reaches, and how long it lives. Of a new one the name and a scope are enough. */
export function KeyDialog(props: {
	organisation: string;
	maker: MemberRights;
	/** The key that is changed; null: a new one. */
	apiKey: ApiKey | null;
	onSave: (body: ApiKeyBody) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { apiKey } = props;
	const [scopes, setScopes] = useState<ApiScope[]>(apiKey?.scopes ?? ['events:read']);
	const [eventIds, setEventIds] = useState<string[]>(apiKey?.eventIds ?? []);
	const picker = { organisation: props.organisation, chosen: eventIds, onChange: setEventIds };
	const [environment, setEnvironment] = useState<KeyEnvironment>(apiKey?.environment ?? 'live');
	const [reach, setReach] = useState<'all' | 'chosen'>(apiKey?.eventIds ? 'chosen' : 'all');
	const isTest = environment === 'test';
	const form = useFormCall({
		labels: { name: t`Name`, scopes: t`Scopes`, networks: t`Networks`, reach: t`Events` },
		checks: {
			name: (name) => (name.trim() ? undefined : t`Enter a name.`),
			scopes: () => (scopes.length > 0 ? undefined : t`Choose at least one scope.`),
			reach: () =>
				isTest || reach === 'all' || eventIds.length > 0 ? undefined : t`Choose at least one event.`,
		},
		send: ({ name = '', life = '365', networks = '' }) => {
			const list = networks.split(/[\s,]+/).filter(Boolean);
			const expiresAt = () =>
				life === 'never' ? null : new Date(Date.now() + Number(life) * dayMs).toISOString();
			return props.onSave({
				name: name.trim(),
				environment,
				scopes,
				...(life !== 'keep' && { expiresAt: expiresAt() }),
				eventIds: isTest || reach === 'all' ? null : eventIds,
				networks: list.length > 0 ? list : null,
			});
		},
	});
	return (
		<FormDialog
			form="new-key"
			{...form.dialog}
			onClose={props.onClose}
			label={apiKey ? t`Save` : t`Create key`}
			closeLabel={t`Cancel`}
			size="lg"
			title={apiKey ? t`Edit API key` : t`New API key`}
		>
			{isTest ? null : <PlanHint organisation={props.organisation} need="hasApi" />}
			<TextField
				label={t`Name`}
				name="name"
				hint={t`The program that will use it, e.g. Website`}
				error={form.errorOf('name')}
				defaultValue={apiKey?.name}
				maxLength={100}
				autoComplete="off"
				required
			/>
			{apiKey ? null : (
				<Environment
					chosen={environment}
					onChange={(next) => {
						setEnvironment(next);
						setScopes((old) => old.filter((scope) => scopesOf(next).includes(scope)));
					}}
				/>
			)}
			<Scopes
				maker={props.maker}
				environment={environment}
				held={apiKey?.scopes ?? []}
				chosen={scopes}
				onChange={setScopes}
				error={form.errorOf('scopes')}
			/>
			<div className="grid items-start gap-5 sm:grid-cols-2">
				{isTest ? null : (
					<Select
						label={t`Events`}
						name="reach"
						value={reach}
						onChange={({ target }) => setReach(target.value as 'all' | 'chosen')}
						error={form.errorOf('reach')}
						options={[
							{ value: 'all', label: t`All events, also future ones` },
							{ value: 'chosen', label: t`Chosen events only` },
						]}
					/>
				)}
				<Life expiresAt={apiKey?.expiresAt ?? null} isNew={!apiKey} />
			</div>
			{reach === 'chosen' && !isTest ? (
				<EventsPicker {...picker} label={t`Add event`} most={mostEventsOfKey} />
			) : null}
			<TextField
				label={t`Networks`}
				name="networks"
				isOptional
				hint={t`Accept calls only from these networks, e.g. 203.0.113.0/24. Separate with commas.`}
				error={form.errorOf('networks')}
				defaultValue={apiKey?.networks?.join(', ')}
				autoComplete="off"
			/>
		</FormDialog>
	);
}

/** How long the key works, from now on. */
function Life({ expiresAt, isNew }: { expiresAt: string | null; isNew: boolean }) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const expires = expiresAt ? formats.date(expiresAt, zone) : null;
	const ends = lives.map((life) => ({
		value: life as string,
		label: life === 'never' ? t`Never` : life === '365' ? t`In a year` : t`In ${life} days`,
	}));
	return (
		<Select
			label={t`Expires`}
			name="life"
			defaultValue={isNew ? '365' : 'keep'}
			hint={expires ? t`Now: ${expires}` : undefined}
			options={[...(isNew ? [] : [{ value: 'keep', label: t`No change` }]), ...ends]}
		/>
	);
}

/** Whether a new key works on what is real. */
function Environment(props: { chosen: KeyEnvironment; onChange: (chosen: KeyEnvironment) => void }) {
	const { t } = useLingui();
	return (
		<RadioGroup
			look="cards"
			label={t`Environment`}
			name="environment"
			value={props.chosen}
			onChange={({ target }) => props.onChange(target.value as KeyEnvironment)}
			options={[
				{ value: 'live', label: t`Live`, description: t`Works on your real events and guests.` },
				{
					value: 'test',
					label: t`Test`,
					description: t`Works only in your sandbox. The first test key creates it.`,
				},
			]}
		/>
	);
}

/** Scopes that whoever makes or changes the key may give away, and those that it has. */
function Scopes(props: {
	maker: MemberRights;
	environment: KeyEnvironment;
	held: ApiScope[];
	chosen: ApiScope[];
	onChange: (update: (old: ApiScope[]) => ApiScope[]) => void;
	error: string | undefined;
}) {
	const scopeLabels = useScopeLabels();
	const offered = scopesOf(props.environment).filter(
		(scope) =>
			props.held.includes(scope) || actionsOf([scope]).every((action) => memberCan(props.maker, action)),
	);
	return (
		<fieldset className="flex flex-col gap-3">
			<legend className="mb-1 text-sm font-medium">
				<Trans>Scopes</Trans>
			</legend>
			<p className="text-compact text-muted">
				<Trans>A key never gives access to members, keys, refunds or the payment account.</Trans>
			</p>
			<div className="grid gap-3 sm:grid-cols-2">
				{offered.map((scope) => (
					<Checkbox
						key={scope}
						label={<code dir="ltr">{scope}</code>}
						hint={scopeLabels[scope]}
						checked={props.chosen.includes(scope)}
						onChange={({ target }) => props.onChange((old) => toggled(old, scope, target.checked))}
					/>
				))}
			</div>
			{props.error ? <p className="text-sm text-danger">{props.error}</p> : null}
		</fieldset>
	);
}

/** Descriptions of the scopes of keys. */
function useScopeLabels(): Record<ApiScope, string> {
	const { t } = useLingui();
	return {
		'organisation:read': t`Read the organisation`,
		'events:read': t`Read events, drafts included`,
		'events:write': t`Create, edit and publish events, their tickets and codes`,
		'guests:read': t`Read and export guest lists`,
		'guests:write': t`Add and edit guests`,
		'orders:read': t`Read orders`,
		'orders:write': t`Change and cancel orders, without refunds`,
		'door:read': t`Read check-ins`,
		'door:write': t`Check guests in`,
		'analytics:read': t`Read analytics`,
		'money:read': t`Read balances and payments`,
		'messages:write': t`Write to guests, and read what was sent`,
		'reports:read': t`Read reports`,
		'followers:read': t`Read followers and consents to news`,
		'webhooks:write': t`Manage webhooks`,
		'sandbox:write': t`Move the clock of the sandbox, create test orders, read its emails and reset it`,
	};
}
