import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { KeyRound, QrCode } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { IconMenu } from '#app/ui/icon-menu.tsx';
import type { MenuItem } from '#app/ui/menu.tsx';
import { RowName } from '#app/ui/row-name.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { StaffLink } from '#shared/contracts/staff.ts';

/** What links of an event and of a series have in common. */
type AnyLink = Pick<
	StaffLink,
	'label' | 'shortCode' | 'hasPin' | 'isPinLocked' | 'withheld' | 'deviceCount' | 'lastUsedAt'
>;

/** A staff link in a list: its state, facts about it, and what can be done with it. */
export function LinkRow(props: {
	link: AnyLink;
	isOver: boolean;
	/** Its state, while it is not over. */
	state?: ReactNode;
	/** Further badges. */
	badges?: ReactNode;
	/** Below the badges. */
	facts: ReactNode;
	/** The devices are counted beside the last use. */
	countsDevices?: boolean;
	/** Shows the code; null: there is none to show. */
	onCode: (() => void) | null;
	/** Beside the menu. */
	actions?: ReactNode;
	items: MenuItem[];
}) {
	const { t } = useLingui();
	const { link, onCode } = props;
	return (
		<li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
			<div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
				<p className="flex flex-wrap items-center gap-2">
					<RowName>{link.label}</RowName>
					<State {...props} />
				</p>
				{props.facts}
				<Use link={link} hasCode={onCode !== null} countsDevices={props.countsDevices ?? false} />
			</div>
			<div className="flex flex-wrap items-center gap-2">
				{onCode ? (
					<Button size="sm" variant="outline" icon={QrCode} onClick={onCode}>
						<Trans>Show QR code</Trans>
					</Button>
				) : null}
				{props.actions}
				<IconMenu label={t`Actions for ${link.label}`} items={props.items} />
			</div>
		</li>
	);
}

function State(props: { link: AnyLink; isOver: boolean; state?: ReactNode; badges?: ReactNode }) {
	const { link, isOver } = props;
	return (
		<>
			{isOver ? (
				<StatusBadge tone="neutral">
					<Trans>Ended</Trans>
				</StatusBadge>
			) : (
				(props.state ?? (
					<StatusBadge tone="success">
						<Trans>Active</Trans>
					</StatusBadge>
				))
			)}
			{link.isPinLocked ? (
				<StatusBadge tone="danger" icon={KeyRound}>
					<Trans>PIN locked, set a new one</Trans>
				</StatusBadge>
			) : link.hasPin ? (
				<StatusBadge tone="info" icon={KeyRound}>
					<Trans>PIN</Trans>
				</StatusBadge>
			) : null}
			{props.badges}
			{link.withheld.length > 0 && !isOver ? (
				<StatusBadge tone="warning" icon={KeyRound}>
					<Trans>Limited: its creator lost rights</Trans>
				</StatusBadge>
			) : null}
		</>
	);
}

function Use(props: { link: AnyLink; hasCode: boolean; countsDevices: boolean }) {
	const formats = useFormats();
	const { link } = props;
	const used = link.lastUsedAt ? formats.relative(link.lastUsedAt) : '';
	return (
		<p className="text-sm text-muted">
			{props.hasCode ? (
				<>
					<Trans>
						Short code <code className="text-ink">{link.shortCode}</code>
					</Trans>
					{' · '}
				</>
			) : null}
			{props.countsDevices && link.deviceCount > 0 ? (
				<>
					<Plural value={link.deviceCount} one="# device" other="# devices" />
					{' · '}
				</>
			) : null}
			{used ? <Trans>last used {used}</Trans> : <Trans>not used yet</Trans>}
		</p>
	);
}
