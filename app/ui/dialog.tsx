import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './icon-button.tsx';
import { Modal, type ModalProps } from './modal.tsx';

const WIDTHS = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-2xl' };

export interface DialogProps extends Pick<ModalProps, 'isOpen' | 'onClose' | 'isDismissable'> {
	title: ReactNode;
	description?: ReactNode;
	size?: keyof typeof WIDTHS;
	/** Buttons, the primary one last; it stays in view while the body scrolls. */
	footer?: ReactNode;
	children?: ReactNode;
}

/** A question or a short task over the page. On a phone it rises from the lower edge. For long work take Sheet or a page. */
export function Dialog(props: DialogProps) {
	const { title, description, size = 'md', footer, children, ...modal } = props;
	const { t } = useLingui();
	const id = useId();
	return (
		<Modal
			{...modal}
			labelledBy={`${id}-title`}
			describedBy={description ? `${id}-description` : undefined}
			className={clsx('modal-dialog', WIDTHS[size])}
		>
			<div className="floating flex max-h-(--panel-room) flex-col rounded-xl bg-raised text-start shadow-float">
				<div className="flex items-start gap-4 p-5 pb-3 sm:p-6 sm:pb-3">
					<div className="min-w-0 flex-1">
						<h2 id={`${id}-title`} tabIndex={-1} className="text-lg font-semibold">
							{title}
						</h2>
						{description ? (
							<p id={`${id}-description`} className="mt-1 text-sm text-muted">
								{description}
							</p>
						) : null}
					</div>
					{modal.isDismissable === false ? null : (
						<IconButton
							icon={X}
							label={t`Close`}
							size="sm"
							tip="none"
							onClick={modal.onClose}
							className="-me-1.5 -mt-1"
						/>
					)}
				</div>
				{children ? (
					<div className="min-h-0 overflow-y-auto overscroll-contain p-5 pt-2 sm:p-6 sm:pt-3">{children}</div>
				) : (
					<div className="h-2" />
				)}
				{footer ? (
					<div className="flex flex-col-reverse gap-2 border-t p-4 sm:flex-row sm:justify-end sm:px-6">
						{footer}
					</div>
				) : null}
			</div>
		</Modal>
	);
}
