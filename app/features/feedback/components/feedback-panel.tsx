import { Trans, useLingui } from '@lingui/react/macro';
import { Minus, Move, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { FeedbackType } from '#shared/rules/feedback.ts';
import { usePanelPlace } from '../use-panel-place.ts';
import { useReport } from '../use-report.ts';
import { FeedbackForm } from './feedback-form.tsx';
import { FeedbackPreview } from './feedback-preview.tsx';
import { FeedbackSent } from './feedback-sent.tsx';

export interface FeedbackPanelProps {
	isOpen: boolean;
	type: FeedbackType;
	onClose: () => void;
}

/** The widget's panel: no modal, so that the page it is about stays in sight and in use. */
export function FeedbackPanel({ isOpen, type, onClose }: FeedbackPanelProps) {
	const { t } = useLingui();
	const id = useId();
	const panel = useRef<HTMLElement>(null);
	const [isMinimised, setIsMinimised] = useState(false);
	const [tab, setTab] = useState('form');
	const place = usePanelPlace(panel);
	const report = useReport(type, () => setTab('form'));

	useEffect(() => {
		if (!isOpen) return;
		setIsMinimised(false);
		const first = panel.current?.querySelector<HTMLElement>('input[name="title"]');
		(first ?? panel.current?.querySelector('h2'))?.focus();
	}, [isOpen]);

	return (
		<section
			ref={panel}
			role="dialog"
			aria-labelledby={id}
			hidden={!isOpen}
			data-minimised={isMinimised || undefined}
			style={place.style}
			onKeyDown={(event) => {
				if (event.key === 'Escape') onClose();
			}}
			onPaste={(event) => {
				const files = [...event.clipboardData.files];
				if (files.length > 0) report.addScreenshots(files);
			}}
			className="feedback-panel floating"
		>
			<div
				{...place.head}
				className="flex min-h-12 touch-none items-center gap-1 border-b ps-4 pe-2 sm:cursor-move"
			>
				<h2 id={id} tabIndex={-1} className="flex-1 truncate text-base font-semibold outline-none">
					<Trans>Send feedback</Trans>
				</h2>
				<IconButton
					icon={Move}
					size="sm"
					tip="none"
					className="max-sm:hidden"
					label={t`Move with the arrow keys, or press to go to the next corner`}
					{...place.handle}
				/>
				<IconButton
					icon={Minus}
					size="sm"
					tip="none"
					label={isMinimised ? t`Expand` : t`Minimise`}
					aria-expanded={!isMinimised}
					onClick={() => setIsMinimised(!isMinimised)}
				/>
				<IconButton icon={X} size="sm" tip="none" label={t`Close`} onClick={onClose} />
			</div>
			<div hidden={isMinimised} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">
				{report.sent ? (
					<FeedbackSent sent={report.sent} onRetry={report.sendLeftOver} onAgain={report.startAnew} />
				) : (
					<Tabs
						label={t`Report`}
						selected={tab}
						onSelect={setTab}
						items={[
							{ id: 'form', label: t`Form`, content: <FeedbackForm report={report} /> },
							{ id: 'preview', label: t`Preview`, content: <FeedbackPreview report={report} /> },
						]}
					/>
				)}
			</div>
			{isMinimised ? (
				<button
					type="button"
					className="flex min-h-11 w-full items-center gap-2 px-4 text-start text-compact text-muted"
					onClick={() => setIsMinimised(false)}
				>
					{report.draft.title.trim() || t`Your text is saved.`}
				</button>
			) : null}
		</section>
	);
}
