import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Problem, useOrderAction } from '../components/order-dialogs.tsx';
import { TicketLink } from '../components/ticket-link.tsx';
import type { GroupActions } from './use-group.ts';

/** The link by which places are claimed, and a new one in its place. */
export function ShareLink({ actions }: { actions: GroupActions }) {
	const { t } = useLingui();
	const { group, renewLink } = actions;
	const [isAsking, setAsking] = useState(false);
	const { isPending, error, act } = useOrderAction(() => setAsking(false));
	return (
		<section aria-labelledby="share-link" className="flex flex-col gap-3">
			<h2 id="share-link" className="text-xl font-semibold">
				<Trans>Link for your group</Trans>
			</h2>
			<TicketLink
				path={`/claim/${group.claimToken}`}
				subject={t`Your spot: ${group.event.title}`}
				note={<Trans>Anyone with this link can claim a spot while one is open.</Trans>}
			/>
			<div className="needs-script">
				<Button variant="outline" size="sm" onClick={() => setAsking(true)}>
					{t`Replace link`}
				</Button>
			</div>
			{isAsking ? (
				<ConfirmDialog
					isOpen
					onClose={() => setAsking(false)}
					title={t`Replace the link?`}
					description={t`The old link stops working. Spots that were claimed and invitations stay as they are.`}
					confirmLabel={t`Replace link`}
					cancelLabel={t`Go back`}
					isPending={isPending}
					onConfirm={() => void act(renewLink, t`Link replaced`)}
				>
					{error ? <Problem>{error}</Problem> : undefined}
				</ConfirmDialog>
			) : null}
		</section>
	);
}
