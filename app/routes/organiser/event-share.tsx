import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ShareKit } from '#app/features/events/components/share/share-kit.tsx';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { useSite } from '#app/shell/site.ts';
import { Callout } from '#app/ui/callout.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Route } from './+types/event-share';

const UnpayableTickets = lazy(() => import('#app/features/tickets/components/unpayable-tickets.tsx'));

interface Arrival {
	isNew?: boolean;
	warning?: string;
}

/** Where publishing leads: the event is live, and here is how to tell people. */
export default function EventSharePage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	const { appUrl } = useSite();
	const arrival = (useLocation().state ?? {}) as Arrival;
	const wasGreeted = useRef(false);
	useEffect(() => {
		if (!arrival.isNew || wasGreeted.current) return;
		wasGreeted.current = true;
		toast({ variant: 'celebration', title: t`Your event is live` });
	}, [arrival.isNew, t]);
	return (
		<EventWorkspace event={params.event} title={t`Share`}>
			{(event) => (
				<div className="flex flex-col gap-6">
					<Suspense fallback={null}>
						<UnpayableTickets event={event} />
					</Suspense>
					{arrival.warning ? <Callout tone="warning">{arrival.warning}</Callout> : null}
					{event.status === 'draft' ? (
						<Callout tone="info">
							<Trans>Links work for your team only until you publish.</Trans>
						</Callout>
					) : null}
					<ShareKit event={event} origin={appUrl || location.origin} />
				</div>
			)}
		</EventWorkspace>
	);
}
