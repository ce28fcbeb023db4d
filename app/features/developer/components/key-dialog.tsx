import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { ChosenEvents } from '#app/shell/chosen-events.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { type ApiScope, actionsOf, apiScopes } from '#shared/rules/api-keys.ts';
import { type MemberRights, memberCan } from '#shared/rules/permissions.ts';
import type { ApiKeyBody } from '../api.ts';
import { useScopeLabels } from '../scope-labels.ts';

const lives = ['30', '90', '365', 'never'] as const;
const dayMs = 24 * 3_600_000;

/** What a new key is called, may do, reaches, and how long it lives. The name and one scope are enough. */
export function KeyDialog(props: {
	organisation: string;
	maker: MemberRights;
	onCreate: (body: ApiKeyBody) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const scopeLabels = useScopeLabels();
	const [scopes, setScopes] = useState<ApiScope[]>(['events:read']);
	const [eventIds, setEventIds] = useState<string[]>([]);
	const [reach, setReach] = useState<'all' | 'chosen'>('all');
	const offered = apiScopes.filter((scope) =>
		actionsOf([scope]).every((action) => memberCan(props.maker, action)),
	);
	const form = useFormCall({
		labels: { name: t`Name`, scopes: t`Scopes`, networks: t`Networks`, reach: t`Events` },
		checks: {
			name: (name) => (name.trim() ? undefined : t`Enter a name.`),
			scopes: () => (scopes.length > 0 ? undefined : t`Choose at least one scope.`),
			reach: () => (reach === 'all' || eventIds.length > 0 ? undefined : t`Choose at least one event.`),
		},
		send: ({ name = '', life = '365', networks = '' }) => {
			const list = networks.split(/[\s,]+/).filter(Boolean);
			return props.onCreate({
				name: name.trim(),
				environment: 'live',
				scopes,
				expiresAt: life === 'never' ? null : new Date(Date.now() + Number(life) * dayMs).toISOString(),
				eventIds: reach === 'all' ? null : eventIds,
				networks: list.length > 0 ? list : null,
			});
		},
	});
	return (
		<Dialog
			isOpen
			size="lg"
			onClose={props.onClose}
			title={t`New API key`}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose}>{t`Cancel`}</Button>
					<Button type="submit" form="new-key" isLoading={form.isPending}>{t`Create key`}</Button>
				</>
			}
		>
			<Form id="new-key" method="post" errors={form.summary} onSubmit={form.submit}>
				<TextField
					label={t`Name`}
					name="name"
					hint={t`The program that will use it, e.g. Website`}
					error={form.errorOf('name')}
					maxLength={100}
					autoComplete="off"
					required
				/>
				<fieldset className="flex flex-col gap-3">
					<legend className="mb-1 text-sm font-medium">
						<Trans>Scopes</Trans>
					</legend>
					<p className="text-compact text-muted">
						<Trans>Members, keys, refunds and the payment account are never open to a key.</Trans>
					</p>
					<div className="grid gap-3 sm:grid-cols-2">
						{offered.map((scope) => (
							<Checkbox
								key={scope}
								label={<code dir="ltr">{scope}</code>}
								hint={scopeLabels[scope]}
								checked={scopes.includes(scope)}
								onChange={({ target }) =>
									setScopes((old) =>
										target.checked ? [...old, scope] : old.filter((other) => other !== scope),
									)
								}
							/>
						))}
					</div>
					{form.errorOf('scopes') ? <p className="text-sm text-danger">{form.errorOf('scopes')}</p> : null}
				</fieldset>
				<div className="grid items-start gap-5 sm:grid-cols-2">
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
					<Select
						label={t`Expires`}
						name="life"
						defaultValue="365"
						options={lives.map((life) => ({
							value: life,
							label: life === 'never' ? t`Never` : life === '365' ? t`In a year` : t`In ${life} days`,
						}))}
					/>
				</div>
				{reach === 'chosen' ? (
					<ChosenEvents organisation={props.organisation} chosen={eventIds} onChange={setEventIds} />
				) : null}
				<TextField
					label={t`Networks`}
					name="networks"
					isOptional
					hint={t`Only calls from these are accepted, e.g. 203.0.113.0/24. Separate several with commas.`}
					error={form.errorOf('networks')}
					autoComplete="off"
				/>
			</Form>
		</Dialog>
	);
}
