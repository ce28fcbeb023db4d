import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { RowName } from '#app/ui/row-name.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { EventCard } from '#shared/contracts/events.ts';
import type { StaffDevice, StaffLink } from '#shared/contracts/staff.ts';
import { useStaffDevices, useStaffLinkActions } from '../api.ts';
import { isOver } from '../link-state.ts';

/** A device with contact this recent is active. */
const LIVE_MS = 2 * 60_000;

/** The devices of a staff link: last contact, queued scans and scan rate. */
export function DeviceSheet(props: {
	event: Pick<EventCard, 'id' | 'endsAt'>;
	link: StaffLink;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const devices = useStaffDevices(props.event.id, props.link.id);
	const { endDevice } = useStaffLinkActions(props.event.id);
	const [ending, setEnding] = useState<StaffDevice | null>(null);
	const rows = devices.data?.data;
	const over = isOver(props.link, props.event.endsAt, Date.now());
	return (
		<Sheet isOpen onClose={props.onClose} title={t`Devices of ${props.link.label}`}>
			{rows === undefined ? (
				devices.isError ? (
					<EmptyState
						title={t`Couldn’t load the devices.`}
						action={<Button onClick={() => void devices.refetch()}>{t`Try again`}</Button>}
					/>
				) : (
					<Spinner size={24} className="m-8" />
				)
			) : rows.length === 0 ? (
				<EmptyState
					drawing="door"
					title={t`No devices yet`}
					description={t`Phones that open this link appear here, with what they scan.`}
				/>
			) : (
				<ul className="flex flex-col divide-y divide-hairline">
					{rows.map((device, index) => (
						<DeviceRow
							key={device.id ?? `${device.name}${index}`}
							device={device}
							hasAccess={!over}
							onEnd={() => setEnding(device)}
						/>
					))}
				</ul>
			)}
			<ConfirmDialog
				isOpen={ending !== null}
				onClose={() => setEnding(null)}
				title={t`Remove ${ending?.name || t`this device`}?`}
				description={t`Loses access at its next scan. Earlier scans count, and can still be sent for a week.`}
				confirmLabel={t`Remove device`}
				isPending={endDevice.isPending}
				onConfirm={() => {
					if (ending?.id)
						endDevice.mutate(
							{ staffLink: props.link.id, device: ending.id },
							{ onSettled: () => setEnding(null) },
						);
				}}
			/>
		</Sheet>
	);
}

function DeviceRow(props: { device: StaffDevice; hasAccess: boolean; onEnd: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { device, hasAccess, onEnd } = props;
	const isLive = hasAccess && Date.now() - Date.parse(device.lastSeenAt) < LIVE_MS;
	const seen = formats.relative(device.lastSeenAt);
	return (
		<li className="flex items-start gap-3 py-4">
			<Icon icon={Smartphone} size={20} className="mt-1 text-muted" />
			<div className="flex min-w-0 flex-1 flex-col gap-1">
				<RowName as="p">{device.name || t`Unnamed device`}</RowName>
				<p className="flex flex-wrap items-center gap-2 text-sm text-muted">
					{isLive ? (
						<StatusBadge tone="live">
							<Trans>Active</Trans>
						</StatusBadge>
					) : (
						<Trans>last seen {seen}</Trans>
					)}
					{hasAccess ? null : (
						<StatusBadge tone="neutral">
							<Trans>No access</Trans>
						</StatusBadge>
					)}
					{device.queued > 0 ? (
						<StatusBadge tone="warning">
							<Plural value={device.queued} one="# unsynced scan" other="# unsynced scans" />
						</StatusBadge>
					) : null}
				</p>
				<p className="text-sm text-muted tabular-nums">
					<Trans>
						<Plural value={device.scansLastHour} one="# scan" other="# scans" /> in the last hour,{' '}
						{formats.number(device.scansInAll)} total
					</Trans>
				</p>
			</div>
			{device.id && hasAccess ? (
				<Button size="sm" variant="ghost" tone="destructive" onClick={onEnd}>
					{t`Remove`}
				</Button>
			) : null}
		</li>
	);
}
