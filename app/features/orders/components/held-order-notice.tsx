import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { publicApi } from '#app/lib/public-api.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { getManagedOrder } from '#shared/contracts/managed-orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { dropHold, type HeldOrder, readHolds } from '../held-orders.ts';
import { clock, useCountdown } from '../use-countdown.ts';

/**
 * Links to unpaid orders of this device, of one event or of all. Each is fetched first: it may have been paid or released on another
 * page.
 */
export function HeldOrderNotice(props: {
	/** Absent: of all events. */
	eventId?: string;
	/** Shown where there is none. */
	otherwise?: ReactNode;
}) {
	const { eventId, otherwise = null } = props;
	const [holds, setHolds] = useState<HeldOrder[]>([]);
	useEffect(() => {
		let isGone = false;
		const mine = readHolds().filter((hold) => eventId === undefined || hold.eventId === eventId);
		for (const hold of mine)
			void check(hold).then((checked) => {
				if (checked && !isGone) setHolds((before) => [...before, checked]);
			});
		return () => {
			isGone = true;
		};
	}, [eventId]);
	if (holds.length === 0) return otherwise;
	return holds.map((hold) => <Held key={hold.manageToken} hold={hold} hasTitle={eventId === undefined} />);
}

/** The order as the server has it; null, and forgotten, when its places are no longer held. */
async function check(hold: HeldOrder): Promise<HeldOrder | null> {
	const { manageToken } = hold;
	try {
		const order = await publicApi.call(getManagedOrder, { params: { manageToken }, hasBearer: false });
		// One that waits for a transfer, or for money at the door, is not unfinished.
		const isOpen = order.status === 'pending' && (order.terms === null || order.terms === 'card');
		if (isOpen && order.expiresAt) return { ...hold, endsAt: order.expiresAt };
	} catch (error) {
		// Only what the server knows nothing of is forgotten; without a connection the order is as it was.
		if (!(error instanceof AppError) || error.status !== 404) return hold;
	}
	dropHold(manageToken);
	return null;
}

function Held({ hold, hasTitle }: { hold: HeldOrder; hasTitle: boolean }) {
	const { t } = useLingui();
	const leftMs = useCountdown(hold.endsAt);
	if (leftMs === 0) return null;
	const time = leftMs === null ? '' : clock(leftMs);
	const places = (
		<Plural value={hold.places} one="# ticket is held for you" other="# tickets are held for you" />
	);
	return (
		<Callout
			tone="info"
			title={hasTitle ? hold.title : places}
			action={
				<ButtonLink to={`/checkout/${hold.manageToken}`} reloadDocument variant="outline" size="sm">
					{t`Continue`}
				</ButtonLink>
			}
		>
			{hasTitle ? <>{places} · </> : null}
			{/* A clock that is read out every second would say nothing else. */}
			<span role="timer" className="tabular-nums">
				<Trans>{time} left</Trans>
			</span>
		</Callout>
	);
}
