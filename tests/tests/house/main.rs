//! What holds for every ruleset: the kernel, data files, rulebooks, saves, lessons, opponents, and how the house is built.

mod architecture;
mod briefings;
mod data_files;
mod forecasts;
mod gates;
mod geometry;
mod kernel_games;
mod lessons;
mod museum;
mod number_words;
mod numbers;
mod opponent;
mod read_back;
mod rules;
mod save_chain;
mod secrecy;
mod teacher;
mod teacher_log;
mod valley;
mod variants;
mod wild_numbers;
