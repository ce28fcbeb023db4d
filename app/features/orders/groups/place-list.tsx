import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import type { Group } from '#shared/contracts/groups.ts';
import { Problem, useOrderAction } from '../components/order-dialogs.tsx';
import type { GroupActions } from './use-group.ts';

type Place = Group['list'][number];

/** All places of a group, and whose they are. */
export function PlaceList({ actions }: { actions: GroupActions }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { group, release, reload } = actions;
	const [requested, setRequested] = useState<Place | null>(null);
	const { isPending, error, act } = useOrderAction(() => setRequested(null));
	const mailNote = useMailNote({ ...group.event, addresses: requested ? [requested.email] : [] });
	const words: Record<Place['state'], string> = {
		open: t`Open`,
		claimed: t`Claimed`,
		pending: t`Not paid yet`,
		own: group.manageToken ? t`Yours` : t`Kept by the buyer`,
	};
	const releaseRequested = async (attendeeId: string) => {
		try {
			await release(attendeeId);
		} catch (failed) {
			// They may be inside by now.
			await reload().catch(() => {});
			throw failed;
		}
	};
	return (
		<section aria-labelledby="places" className="flex flex-col gap-3">
			<h2 id="places" className="text-xl font-semibold">
				<Trans>Spots</Trans>
			</h2>
			<ul className="flex flex-col divide-y divide-hairline rounded-lg border border-hairline">
				{group.list.map((place) => (
					<li
						key={place.attendeeId ?? `open ${place.number}`}
						className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2"
					>
						<span className="w-6 text-muted tabular-nums">{formats.number(place.number)}</span>
						<div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
							<p dir="auto">{place.name || words[place.state]}</p>
							{place.email ? (
								<p className="text-sm text-muted" dir="auto">
									{place.email}
								</p>
							) : null}
							<p className="text-sm text-muted">
								{[
									place.name ? words[place.state] : '',
									place.isCheckedIn ? t`Used at check-in` : '',
									place.ticketTypeName,
								]
									.filter(Boolean)
									.join(' · ')}
							</p>
						</div>
						{place.canRelease ? (
							<Button
								variant="ghost"
								size="sm"
								className="needs-script"
								aria-label={t`Release the spot of ${place.name}`}
								onClick={() => setRequested(place)}
							>
								{t`Release`}
							</Button>
						) : null}
					</li>
				))}
			</ul>
			{requested ? (
				<ConfirmDialog
					isOpen
					onClose={() => setRequested(null)}
					title={t`Release the spot of ${requested.name}?`}
					description={
						<>
							<Trans>Their ticket stops working, and another person can claim the spot.</Trans>{' '}
							{mailNote ?? <Trans>They get an email.</Trans>}
						</>
					}
					confirmLabel={t`Release spot`}
					cancelLabel={t`Go back`}
					isPending={isPending}
					onConfirm={() => void act(() => releaseRequested(requested.attendeeId ?? ''), t`Spot released`)}
				>
					{error ? <Problem>{error}</Problem> : undefined}
				</ConfirmDialog>
			) : null}
		</section>
	);
}
