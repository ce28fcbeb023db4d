import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { DoorConflict } from '#shared/contracts/door-setup.ts';
import { useDoorActions, useDoorConflicts } from '../organiser-api.ts';

/** Labels of the kinds of conflicts. */
export function useConflictLabels(): Record<DoorConflict['kind'], string> {
	const { t } = useLingui();
	return {
		double_admission: t`Checked in twice`,
		after_exit: t`Checked in again after leaving`,
		unknown_code: t`Checked in with an unknown code`,
		wrong_event: t`Checked in with a ticket for another event`,
		cancelled: t`Checked in with a cancelled ticket`,
		cancelled_later: t`Checked in before the ticket was cancelled`,
		unpaid: t`Checked in with an unpaid or incomplete order`,
		wrong_list: t`Checked in at the wrong list`,
		not_yet_valid: t`Checked in before opening`,
		no_longer_valid: t`Checked in after closing`,
		link_ended: t`Checked in after the staff link ended`,
	};
}

/** Conflicts of the door, open ones first; each names both admissions with time, device and gate. Nothing shows without one. */
export function ConflictList({ event, timeZone }: { event: string; timeZone: string }) {
	const { t } = useLingui();
	const conflicts = useDoorConflicts(event).data?.data ?? [];
	const [chosen, setChosen] = useState<DoorConflict | null>(null);
	if (conflicts.length === 0) return null;
	return (
		<section className="flex flex-col gap-3" aria-labelledby="conflicts">
			<div>
				<h2 id="conflicts" className="text-lg font-medium">
					<Trans>Conflicts</Trans>
				</h2>
				<p className="text-muted">
					<Trans>Devices that were offline may have admitted the same ticket. Review each case.</Trans>
				</p>
			</div>
			<ul className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
				{conflicts.map((conflict) => (
					<ConflictRow
						key={conflict.id}
						conflict={conflict}
						timeZone={timeZone}
						onSettle={() => setChosen(conflict)}
					/>
				))}
			</ul>
			{chosen ? (
				<SettleDialog
					event={event}
					conflict={chosen}
					onClose={() => setChosen(null)}
					title={t`Resolve conflict`}
				/>
			) : null}
		</section>
	);
}

function ConflictRow(props: { conflict: DoorConflict; timeZone: string; onSettle: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const labels = useConflictLabels();
	const { conflict, timeZone } = props;
	const { admitted, standing } = conflict;
	const place = (side: { at: string; device: string; gate: string | null }) =>
		[formats.dateTime(side.at, timeZone), side.device, side.gate].filter(Boolean).join(' · ');
	return (
		<li className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4">
			<Icon
				icon={conflict.settledAt ? CircleCheck : TriangleAlert}
				size={20}
				className={conflict.settledAt ? 'mt-0.5 text-success' : 'mt-0.5 text-warning'}
			/>
			<div className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5">
				<p className="font-medium" dir="auto">
					{conflict.guest?.guestName || t`Unknown guest`}
				</p>
				<p className="text-sm">
					{labels[conflict.kind]}
					{conflict.guest ? <span className="text-muted"> · {conflict.guest.ticketTypeName}</span> : null}
				</p>
				<dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 text-sm text-muted tabular-nums">
					{standing ? (
						<>
							<dt>
								<Trans>first</Trans>
							</dt>
							<dd dir="auto">{place(standing)}</dd>
						</>
					) : null}
					<dt>{standing ? <Trans>then</Trans> : <Trans>checked in</Trans>}</dt>
					<dd dir="auto">{place(admitted)}</dd>
				</dl>
				{conflict.note ? (
					<p className="mt-1 text-sm" dir="auto">
						{conflict.note}
					</p>
				) : null}
			</div>
			{conflict.settledAt ? (
				<span className="text-sm text-muted">
					<Trans>resolved</Trans>
				</span>
			) : (
				<Button size="sm" variant="outline" onClick={props.onSettle}>
					{t`Resolve`}
				</Button>
			)}
		</li>
	);
}

function SettleDialog(props: { event: string; conflict: DoorConflict; title: string; onClose: () => void }) {
	const { t } = useLingui();
	const showError = useErrorToast();
	const { settle } = useDoorActions(props.event);
	const [note, setNote] = useState('');
	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			title={props.title}
			description={t`Both check-ins stay in the log.`}
			footer={
				<Button
					isLoading={settle.isPending}
					onClick={() =>
						settle.mutate(
							{ conflict: props.conflict.id, note },
							{
								onSuccess: props.onClose,
								onError: showError,
							},
						)
					}
				>
					{t`Resolve`}
				</Button>
			}
		>
			<TextField
				label={t`Resolution note`}
				isOptional
				value={note}
				onChange={(event) => setNote(event.target.value)}
				maxLength={300}
			/>
		</Dialog>
	);
}
