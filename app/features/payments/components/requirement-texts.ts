import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/**
 * What a provider asks for, by the path of the field that it names: `identity.business_details.registered_name`. In this order: the first
 * that fits, as paths of people end like those of businesses.
 */
const texts: [pattern: RegExp, text: MessageDescriptor][] = [
	[/external_account|bank_account|payout/, msg`Add the bank account that payouts go to.`],
	[/terms_of_service|tos_acceptance/, msg`Accept the provider’s terms.`],
	[/document|proof_of/, msg`Upload a document that proves the identity or the address.`],
	[
		/relationship|representative|owners|directors|executives|authorizer/,
		msg`Add the people who own, direct or represent your organisation.`,
	],
	[
		/business_details\.(?:registered_name|name)|company\.name/,
		msg`Enter the registered name of your organisation.`,
	],
	[/structure|entity_type|business_type/, msg`Say what kind of organisation you are.`],
	[/id_numbers?|tax_id|vat_id|registration_number|ssn/, msg`Enter the tax or registration number.`],
	[/(?:date_of_birth|\bdob)\b/, msg`Enter the date of birth of the person who represents you.`],
	[/address/, msg`Enter the full address.`],
	[/phone/, msg`Enter a phone number.`],
	[/email/, msg`Enter an email address.`],
	[
		/statement_descriptor|branding|support/,
		msg`Say what buyers read on their bank statements, and how they reach you.`,
	],
	[
		/mcc|product_description|business_profile|url|industry|annual_revenue|worker_count/,
		msg`Describe what you sell, with your website.`,
	],
	[
		/given_name|surname|first_name|last_name|\bname\b/,
		msg`Enter the full name of the person who represents you.`,
	],
	[/nationalit|political_exposure/, msg`Answer the questions about the person who represents you.`],
];

const anyText = msg`Answer another question in the provider’s form.`;

/** The requirement behind a provider’s code, as a sentence. */
export const requirementText = (code: string): MessageDescriptor =>
	texts.find(([pattern]) => pattern.test(code))?.[1] ?? anyText;
