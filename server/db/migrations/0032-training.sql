-- Whether a designer lets logos be used for training models. Left alone, the rights are reserved.

alter table designer add column training boolean not null default false;
