import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './icon-button.tsx';
import { Modal, type ModalProps } from './modal.tsx';

export interface SheetProps extends Pick<ModalProps, 'isOpen' | 'onClose' | 'isDismissable'> {
	title: ReactNode;
	/** `end`: a panel at the end of the line, full width on a phone. `bottom`: rises from the lower edge everywhere. */
	side?: 'end' | 'bottom';
	/** Beside the title: a menu, a status. */
	actions?: ReactNode;
	footer?: ReactNode;
	children: ReactNode;
}

/** A panel for detail and for longer forms; the page behind stays in sight on a wide screen. */
export function Sheet(props: SheetProps) {
	const { title, side = 'end', actions, footer, children, ...modal } = props;
	const { t } = useLingui();
	const id = useId();
	return (
		<Modal {...modal} labelledBy={id} className={clsx('modal-sheet', `modal-sheet-${side}`)}>
			<div className="floating flex h-full max-h-[inherit] flex-col bg-raised shadow-float">
				<div className="flex min-h-14 items-center gap-2 border-b ps-5 pe-3">
					<h2 id={id} tabIndex={-1} className="min-w-0 flex-1 truncate text-base font-semibold">
						{title}
					</h2>
					{actions}
					<IconButton icon={X} label={t`Close`} tip="none" onClick={modal.onClose} />
				</div>
				<div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
				{footer ? <div className="flex justify-end gap-2 border-t p-4">{footer}</div> : null}
			</div>
		</Modal>
	);
}
