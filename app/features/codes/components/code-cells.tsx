import { useLingui } from '@lingui/react/macro';
import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconMenu } from '#app/ui/icon-menu.tsx';
import type { MenuItem } from '#app/ui/menu.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { Code, CodeBatch } from '#shared/contracts/codes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { CodeActions } from '../api.ts';
import { type CodeTexts, useStateLabels } from '../code-texts.ts';

export type Subject = Code | CodeBatch;

export type Open = { kind: 'edit'; of: Subject | 'code' | 'batch' } | { kind: 'delete'; of: Subject };

export const isBatch = (of: Subject | 'code' | 'batch'): of is CodeBatch =>
	typeof of === 'object' && 'terms' in of;

export interface RowProps {
	event: PublicEvent;
	texts: CodeTexts;
	actions: CodeActions;
	onOpen: (open: Open) => void;
}

/** The letters of a code, or what codes that were made together are called, with their state. */
export function Named(props: { name: ReactNode; label: string; of: Subject; isCode?: boolean }) {
	const [tone, word] = useStateLabels()[props.of.state];
	return (
		<div className="flex flex-col gap-0.5 py-1">
			<span className="flex flex-wrap items-center gap-2">
				<span
					className={`font-medium [overflow-wrap:anywhere] ${props.isCode ? 'font-mono' : ''}`}
					dir="auto"
				>
					{props.name}
				</span>
				<StatusBadge tone={tone}>{word}</StatusBadge>
			</span>
			{props.label ? (
				<span className="text-compact text-muted [overflow-wrap:anywhere]" dir="auto">
					{props.label}
				</span>
			) : null}
		</div>
	);
}

/** A minute ago: the clock of this device may be ahead of the server's. */
export const justNow = (startsAt: string | null) =>
	new Date(Math.max(Date.now() - 60_000, startsAt ? Date.parse(startsAt) + 1 : 0)).toISOString();

export function More({ name, items }: { name: string; items: MenuItem[] }) {
	const { t } = useLingui();
	return <IconMenu label={t`More actions for ${name}`} icon={EllipsisVertical} items={items} />;
}
