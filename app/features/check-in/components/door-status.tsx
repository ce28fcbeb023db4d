import { Plural, useLingui } from '@lingui/react/macro';
import { Wifi, WifiOff } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { SessionView } from '../offline/session-view.ts';
import { useIsOnline } from '../use-session.ts';

/** Connected or not, the number of queued scans and sales, and the time of the last contact with the server. */
export function DoorStatus({ view, timeZone }: { view: SessionView; timeZone: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const isOnline = useIsOnline();
	const { waiting, waitingSales, lastSyncAtMs } = view;
	const time = lastSyncAtMs === null ? '' : formats.time(new Date(lastSyncAtMs).toISOString(), timeZone);
	return (
		<div className="flex flex-col items-end gap-1">
			<span role="status">
				<StatusBadge tone={isOnline ? 'success' : 'warning'} icon={isOnline ? Wifi : WifiOff}>
					{isOnline ? t`Connected` : t`Offline Mode`}
				</StatusBadge>
			</span>
			{/* Its line is there before the first sync is, or the title would move. */}
			<p className="min-h-[1lh] text-end text-xs text-muted tabular-nums" data-testid="door-sync">
				{waitingSales > 0 ? (
					<span className="font-medium text-warning">
						<Plural value={waitingSales} one="# unsynced sale" other="# unsynced sales" />
						{waiting > 0 || time ? ' · ' : null}
					</span>
				) : null}
				{waiting > 0 ? (
					<span className="font-medium text-warning">
						<Plural value={waiting} one="# unsynced scan" other="# unsynced scans" />
						{time ? ' · ' : null}
					</span>
				) : null}
				{time ? t`synced ${time}` : null}
			</p>
		</div>
	);
}
