import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, ScanLine } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useStaffDoor } from '../api.ts';
import type { Entrance } from '../staff-entry.ts';
import { useDoorSession } from '../use-session.ts';
import { AccessDenied } from './access-denied.tsx';
import { CameraCheck } from './camera-check.tsx';
import { DoorStatus } from './door-status.tsx';
import { EmergencyCard } from './emergency-card.tsx';
import { EntranceFacts } from './entrance-facts.tsx';
import { OfflineCard } from './offline-card.tsx';

/** In, before the queue is: where one stands, whether the list is on the device, whether the camera works. */
export function DoorReady({ entrance }: { entrance: Entrance }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { token } = entrance;
	const { session, view } = useDoorSession(useStaffDoor(token));
	const title = useRef<HTMLHeadingElement>(null);
	// The form that had the focus is gone.
	useEffect(() => title.current?.focus(), []);
	if (view.ended && view.ended !== 'not_begun')
		return <AccessDenied session={session} view={view} token={null} />;
	const { opensAt } = view.list ?? {};
	const opens =
		opensAt && Date.parse(opensAt) > Date.now() ? formats.dateTime(opensAt, entrance.timeZone) : '';
	return (
		<div className="form-width flex w-full flex-col gap-6 py-8">
			<header className="flex flex-col gap-2">
				<div className="flex items-start justify-between gap-3">
					<p className="flex items-center gap-2 font-medium text-success">
						<Icon icon={CircleCheck} size={20} />
						<Trans>You’re connected</Trans>
					</p>
					<DoorStatus view={view} timeZone={entrance.timeZone} />
				</div>
				<h1 ref={title} tabIndex={-1} className="title-page [overflow-wrap:anywhere]" dir="auto">
					{entrance.eventTitle}
				</h1>
				<EntranceFacts entrance={entrance} />
				{opens ? (
					<p className="text-muted">
						<Trans>Check-in opens at {opens}.</Trans>
					</p>
				) : null}
			</header>
			<ButtonLink
				to={`/scan/${token}`}
				size="lg"
				icon={ScanLine}
				data-bottom-bar="low"
				className="min-h-16 max-lg:sticky max-lg:bottom-3 max-lg:z-10"
			>
				{t`Start scanning`}
			</ButtonLink>
			<OfflineCard session={session} view={view} />
			<CameraCheck />
			<EmergencyCard />
		</div>
	);
}
