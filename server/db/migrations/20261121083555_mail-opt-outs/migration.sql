CREATE TABLE "mail_opt_outs" (
	"email_hash" bytea,
	"template" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_opt_outs_pkey" PRIMARY KEY("email_hash","template")
);
