import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { DoorPerson } from '../offline/model.ts';

/** Who of a group goes in: one row for each of the others. Who is not ticked stays out. */
export function PartyList(props: {
	others: readonly DoorPerson[];
	/** Whether somebody is still to come in. */
	isOut(guest: DoorPerson): boolean;
	onClose(): void;
	onAdmit(chosen: DoorPerson[]): void;
}) {
	const { t } = useLingui();
	const { others, isOut, onClose, onAdmit } = props;
	const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
	const open = others.filter(isOut);
	const chosen = open.filter(({ id }) => ticked.has(id));
	const { length: total } = open;
	const { length: count } = chosen;
	const isWhole = count === total;

	function tick(id: string, isTicked: boolean) {
		const next = new Set(ticked);
		if (isTicked) next.add(id);
		else next.delete(id);
		setTicked(next);
	}

	return (
		<Dialog
			isOpen
			onClose={onClose}
			title={t`Who is coming in?`}
			footer={
				<div className="flex w-full gap-3">
					<Button
						size="lg"
						variant="outline"
						className="min-h-16 flex-1"
						onClick={() => setTicked(isWhole ? new Set() : new Set(open.map(({ id }) => id)))}
					>
						{isWhole ? t`Clear selection` : t`Select all`}
					</Button>
					<Button
						size="lg"
						className="min-h-16 flex-1"
						isDisabled={count === 0}
						onClick={() => onAdmit(chosen)}
					>
						<Trans>
							Check in {count} of {total}
						</Trans>
					</Button>
				</div>
			}
		>
			<p role="status" className="sr-only">
				<Trans>
					{count} of {total} selected
				</Trans>
			</p>
			<ul className="-my-2 flex flex-col divide-y divide-hairline">
				{others.map((guest) => (
					<li key={guest.id}>
						<Guest
							guest={guest}
							isIn={!isOut(guest)}
							isTicked={ticked.has(guest.id)}
							onTick={(isTicked) => tick(guest.id, isTicked)}
						/>
					</li>
				))}
			</ul>
		</Dialog>
	);
}

/** A row as high as a thumb; who came in by another door meanwhile stays in their place. */
function Guest(props: { guest: DoorPerson; isIn: boolean; isTicked: boolean; onTick(is: boolean): void }) {
	const { guest, isIn, isTicked, onTick } = props;
	return (
		<label className="flex min-h-16 items-center gap-4 py-2">
			<input
				type="checkbox"
				className="tick size-6"
				checked={isIn || isTicked}
				disabled={isIn}
				onChange={(change) => onTick(change.currentTarget.checked)}
			/>
			<span className="min-w-0 flex-1">
				<span className="block text-lg font-medium [overflow-wrap:anywhere]" dir="auto">
					{guest.name}
				</span>
				<span className="block text-sm text-muted [overflow-wrap:anywhere]">
					<bdi>{guest.ticketTypeName}</bdi>
					{isIn ? (
						<>
							{' · '}
							<Trans>Checked in</Trans>
						</>
					) : null}
				</span>
			</span>
		</label>
	);
}
