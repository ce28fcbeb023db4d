import type { ComponentType, Ref } from 'react';
import type { Subscription } from '#shared/contracts/subscriptions.ts';

/** The interface of a card form for plans. */
export interface CardForm {
	/** A confirmation token of what was typed; null when something is wrong with it, which the form says itself. */
	submit(): Promise<string | null>;
	/** Shows what the bank wants to know of the payer, and ends when they have answered or given up. */
	challenge?(clientSecret: string): Promise<void>;
}

/** What the card is for: a payment whose card is saved for the next ones, or saving it alone. */
type Purpose =
	| { mode: 'payment'; methods: string[]; amountMinor: number; currency: string; isSaved: boolean }
	| { mode: 'setup'; currency: string };

/** The card form of the checkout. */
export type CardFieldsType = ComponentType<{
	config: Subscription['cardForm'];
	purpose: Purpose;
	formRef: Ref<CardForm>;
	onSubmit: () => void;
}>;
