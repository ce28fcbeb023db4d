import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { Button } from '#app/ui/button.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { RowName } from '#app/ui/row-name.tsx';
import { parseStep } from '#app/ui/stepper-value.ts';
import { TextField } from '#app/ui/text-field.tsx';
import type { TicketType } from '#shared/contracts/tickets.ts';
import type { CapacityPool, TicketActions } from '../api.ts';
import { usePlacesTaken } from '../places-taken.ts';

/** Places that several ticket types share: a hall whose seats go to whoever comes first, whatever the ticket. */
export function CapacityPools(props: {
	pools: CapacityPool[];
	types: TicketType[];
	actions: TicketActions;
	mayEdit: boolean;
}) {
	const { t } = useLingui();
	const { pools, types, actions, mayEdit } = props;
	const [edited, setEdited] = useState<CapacityPool | 'new' | null>(null);
	return (
		<section aria-labelledby="shared-places" className="flex flex-col gap-3">
			<div className="flex flex-wrap items-start justify-between gap-3">
				<div className="max-w-measure min-w-0 flex-1 basis-64">
					<h3 id="shared-places" className="text-sm font-medium">
						<Trans>Shared capacity</Trans>
					</h3>
					<p className="text-sm text-muted">
						<Trans>
							One limit across several ticket types, e.g. the room size. Choose it when you edit a ticket
							type.
						</Trans>
					</p>
				</div>
				{mayEdit ? (
					<Button variant="outline" size="sm" icon={Plus} onClick={() => setEdited('new')}>
						{t`Add shared capacity`}
					</Button>
				) : null}
			</div>
			{pools.length > 0 ? (
				<ul className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
					{pools.map((pool) => (
						<PoolRow
							key={pool.id}
							pool={pool}
							users={types.filter((type) => type.organiser?.sharedPoolId === pool.id)}
							actions={actions}
							onEdit={mayEdit ? () => setEdited(pool) : undefined}
						/>
					))}
				</ul>
			) : null}
			{edited ? (
				<PoolDialog
					pool={edited === 'new' ? null : edited}
					actions={actions}
					onClose={() => setEdited(null)}
				/>
			) : null}
		</section>
	);
}

function PoolRow(props: {
	pool: CapacityPool;
	users: TicketType[];
	actions: TicketActions;
	/** Absent for members who may only look. */
	onEdit: (() => void) | undefined;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const showError = useErrorToast();
	const { pool, users, actions } = props;
	const taken = formats.number(pool.confirmed + pool.held);
	const size = pool.size === null ? '' : formats.number(pool.size);
	const names = formats.list(users.map((type) => type.name));
	const remove = () =>
		actions.removePool.mutate(pool.id, {
			onError: showError,
		});
	return (
		<li className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
			<div className="min-w-0 flex-1 basis-48">
				<RowName as="p">{pool.name}</RowName>
				<p className="text-sm text-muted [overflow-wrap:anywhere]">
					{users.length > 0 ? <Trans>Used by {names}</Trans> : <Trans>Not used yet</Trans>}
				</p>
			</div>
			<div className="w-44 flex-none text-compact">
				{pool.size === null ? (
					<p className="text-muted tabular-nums">{t`${taken} registered · unlimited`}</p>
				) : (
					<ProgressBar
						label={t`Capacity of ${pool.name}`}
						isLabelHidden
						value={pool.confirmed + pool.held}
						max={Math.max(1, pool.size)}
						detail={t`${taken} of ${size} registered`}
					/>
				)}
			</div>
			{props.onEdit ? (
				<div className="flex items-center gap-1">
					<Button
						variant="outline"
						size="sm"
						icon={Pencil}
						aria-label={t`Edit ${pool.name}`}
						onClick={props.onEdit}
					>
						{t`Edit`}
					</Button>
					<IconButton
						icon={Trash2}
						label={users.length > 0 ? t`Used by ${names}` : t`Delete ${pool.name}`}
						isDisabled={users.length > 0}
						isLoading={actions.removePool.isPending}
						onClick={remove}
					/>
				</div>
			) : null}
		</li>
	);
}

function PoolDialog(props: { pool: CapacityPool | null; actions: TicketActions; onClose: () => void }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const placesTaken = usePlacesTaken();
	const { pool, actions, onClose } = props;
	const [name, setName] = useState(pool?.name ?? '');
	const [size, setSize] = useState(pool?.size == null ? '' : String(pool.size));
	const [errors, setErrors] = useState<{ name?: string; size?: string; form?: string }>({});
	const isPending = actions.createPool.isPending || actions.updatePool.isPending;
	async function save(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		// Inside another form's page, but not of it.
		submitted.stopPropagation();
		if (isPending) return;
		const count = size.trim() === '' ? null : parseStep(size);
		if (name.trim() === '') return setErrors({ name: t`This field is required.` });
		if (size.trim() !== '' && (count === null || count < 0))
			return setErrors({ size: t`Enter a whole number, or leave blank for unlimited.` });
		setErrors({});
		const body = { name: name.trim(), size: count };
		try {
			if (pool) await actions.updatePool.mutateAsync({ id: pool.id, ...body });
			else await actions.createPool.mutateAsync(body);
			onClose();
		} catch (error) {
			const taken = placesTaken(error);
			setErrors(taken ? { size: taken.text } : { form: errorText(error) });
		}
	}
	return (
		<FormDialog
			form="pool"
			onClose={onClose}
			size="sm"
			title={pool ? t`Edit shared capacity` : t`New shared capacity`}
			isPending={isPending}
			label={t`Save`}
			onSubmit={save}
		>
			{errors.form ? (
				<p role="alert" className="text-sm text-danger">
					{errors.form}
				</p>
			) : null}
			<TextField
				label={t`Name`}
				hint={t`Internal name, e.g. Main hall`}
				value={name}
				onChange={(event) => setName(event.target.value)}
				error={errors.name}
				maxLength={100}
				dir="auto"
				autoComplete="off"
				required
			/>
			<TextField
				label={t`Capacity`}
				isOptional
				hint={t`Leave blank for unlimited`}
				inputMode="numeric"
				value={size}
				onChange={(event) => setSize(event.target.value)}
				error={errors.size}
				autoComplete="off"
			/>
		</FormDialog>
	);
}
