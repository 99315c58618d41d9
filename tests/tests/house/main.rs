//! What holds for every ruleset: the kernel, data files, rulebooks, saves, lessons, opponents, and how the house is built.

mod architecture;
mod briefings;
mod data_files;
mod geometry;
mod kernel_games;
mod lessons;
mod museum;
mod opponent;
mod rules;
mod teacher;
mod teacher_log;
mod variants;
